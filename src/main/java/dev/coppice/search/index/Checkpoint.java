package dev.coppice.search.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Stored progress of this node's search index: the last event that was applied to the index, and work that is not
 * finished. The checkpoint is a small file in the folder of the index, and is deleted together with the index. An
 * event's position is written only after Lucene has committed the changes of the event. So the index contains the
 * changes of all events up to the checkpoint's position, and perhaps of some later events. Immutable.
 *
 * @param version the version of the index fields and the language with which the index was built, such as
 *     {@code 5 english}
 * @param position log position of the last event that was applied to the index
 * @param rebuild progress of a rebuild, or null if none is running
 * @param pending trees that still have to be indexed again; each is a line at the end of the file
 */
record Checkpoint(String version, long position, ScanPosition rebuild, List<PendingTree> pending) {
    private static final String NONE = "-";

    /**
     * Reads a checkpoint from a file. Returns null if the file is missing or unreadable; the index must then be
     * rebuilt.
     */
    static Checkpoint read(Path file) {
        try {
            var lines = Files.readAllLines(file);
            var rebuild = lines.get(2);
            return new Checkpoint(
                    lines.get(0),
                    Long.parseLong(lines.get(1)),
                    rebuild.equals(NONE) ? null : ScanPosition.parse(rebuild),
                    lines.stream().skip(3).map(PendingTree::parse).toList());
        } catch (IOException | RuntimeException e) {
            return null; // the index is then rebuilt
        }
    }

    /**
     * Writes this checkpoint to a file, and replaces the old file atomically. Throws an {@code UncheckedIOException} if
     * this fails.
     */
    void write(Path file) {
        var temporary = file.resolveSibling(file.getFileName() + ".new");
        try {
            var lines = new ArrayList<>(
                    List.of(version, Long.toString(position), rebuild == null ? NONE : rebuild.toString()));
            pending.forEach(tree -> lines.add(tree.toString()));
            Files.write(temporary, lines);
            try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns this checkpoint with a new position, after further events were applied.
     *
     * @param newPosition log position of the last event that was applied
     */
    Checkpoint atPosition(long newPosition) {
        return new Checkpoint(version, newPosition, rebuild, pending);
    }

    /**
     * Returns a copy of this checkpoint in which the progress of a rebuild is replaced.
     *
     * @param at position in the scan of the tables from which the rebuild continues; null if no rebuild is running
     */
    Checkpoint rebuilding(ScanPosition at) {
        return new Checkpoint(version, position, at, pending);
    }

    Checkpoint withPending(List<PendingTree> trees) {
        return new Checkpoint(version, position, rebuild, trees);
    }
}
