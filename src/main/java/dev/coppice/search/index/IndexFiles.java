package dev.coppice.search.index;

import dev.coppice.PrivateDirectory;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;

/**
 * The files of this node's search index in the directory {@code index} of the data directory: the folders that Lucene
 * writes, one per type of document, and the file of the {@link Checkpoint}.
 *
 * @param checkpoint path of the checkpoint's file
 */
record IndexFiles(Path checkpoint) {
    /** Returns the files of the index in a data directory. */
    static IndexFiles of(Path data) {
        return new IndexFiles(data.resolve("index").resolve("checkpoint"));
    }

    /**
     * Creates the folders of the index if they are missing. Lucene creates them only when it first opens them, but they
     * may have been deleted since then. Throws an {@code UncheckedIOException} if this fails.
     */
    void createFolders() {
        try {
            PrivateDirectory.createOrProtect(checkpoint.getParent());
            for (var type : DocumentType.values()) {
                Files.createDirectories(checkpoint.resolveSibling(type.index()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** True if a failure, or one of its causes, shows that files of the index are missing or unreadable. */
    static boolean areDamaged(Throwable failure) {
        for (var each = failure; each != null; each = each.getCause()) {
            if (isDamage(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDamage(Throwable cause) {
        return cause instanceof CorruptIndexException
                || cause instanceof IndexNotFoundException
                || cause instanceof IndexFormatTooNewException
                || cause instanceof IndexFormatTooOldException
                || cause instanceof NoSuchFileException
                || cause instanceof FileNotFoundException;
    }
}
