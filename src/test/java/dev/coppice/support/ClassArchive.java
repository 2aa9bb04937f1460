package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The archive of WildFly's classes (class data sharing), which saves a fourth of the CPU time of a server's start. The
 * shared server of the first execution writes it when it stops; all servers that start later read it. A class that has
 * changed since then is loaded as without an archive.
 */
final class ClassArchive {
    /** Name of the server that writes the archive: it has loaded most classes. */
    private static final String WRITER = "contract";

    private static final Path FOLDER = Path.of("target", "class-archive").toAbsolutePath();

    private ClassArchive() {}

    /**
     * Returns the options of the JVM of a server that read the archive or, if there is none yet and the server is the
     * one that writes it, write it. The archive is valid for one JVM and one unpacked server.
     *
     * @param library the file with which the JVM starts the server; its time is part of the archive's name
     */
    static List<String> options(String server, Path library) {
        var archive = archive(library);
        if (Files.exists(archive)) {
            return List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:cds*=off");
        }
        return server.equals(WRITER)
                ? List.of("-XX:ArchiveClassesAtExit=" + unfinished(archive), "-Xlog:cds*=off")
                : List.of();
    }

    /**
     * Makes the archive available that the server has written. Call it when the process has ended by itself, so that
     * the file is complete.
     */
    static void written(String server, Path library) {
        var archive = archive(library);
        if (server.equals(WRITER) && Files.exists(unfinished(archive))) {
            try {
                Files.move(unfinished(archive), archive, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Path archive(Path library) {
        try {
            Files.createDirectories(FOLDER);
            long time = Files.getLastModifiedTime(library).toMillis();
            return FOLDER.resolve(Runtime.version().toString() + '-' + time + ".jsa");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path unfinished(Path archive) {
        return archive.resolveSibling(archive.getFileName() + ".new");
    }
}
