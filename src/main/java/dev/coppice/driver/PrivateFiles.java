package dev.coppice.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * Makes the files of the embedded database readable for the server's operating system user only. H2 would create them
 * with the permissions that are usual on the machine. On file systems without POSIX permissions nothing happens.
 * Thread-safe; has no state.
 */
final class PrivateFiles {
    private static final Logger LOG = Logger.getLogger(PrivateFiles.class.getName());
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    /** URL of a database in a file. A file system of H2, such as {@code direct:}, may precede the path. */
    private static final Pattern URL =
            Pattern.compile("jdbc:h2:(?:file:|direct:|async:|nio:|nioMapped:|retry:)*([^:;]{2,}|.:[^:;]+)(;.*)?");

    private static final String EXTENSION = ".mv.db";

    private PrivateFiles() {}

    /** Returns the file of the database with this URL; empty if the database is in memory or on a server. */
    static Optional<Path> file(String url) {
        var matcher = URL.matcher(url);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var path = matcher.group(1);
        var home = System.getProperty("user.home");
        return Optional.of(Path.of((path.startsWith("~/") ? home + path.substring(1) : path) + EXTENSION)
                .toAbsolutePath());
    }

    /**
     * Creates the directory of a database's file, with the permissions 0700. Does not change a directory that already
     * exists, because other programs may use it. If the directory cannot be created, H2 creates it or reports the
     * error.
     *
     * @param file path of the database's file
     */
    static void createDirectory(Path file) {
        try {
            if (!Files.exists(file.getParent()) && isPosix(file.getParent())) {
                Files.createDirectories(file.getParent(), PosixFilePermissions.asFileAttribute(DIRECTORY));
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.FINE, "H2 creates the directory itself, or reports why it cannot", e);
        }
    }

    /** Sets the permissions of the file of a database to 0600. If that is impossible, logs a warning. */
    static void protect(Path file) {
        try {
            if (isPosix(file.getParent())
                    && !Files.getPosixFilePermissions(file).equals(FILE)) {
                Files.setPosixFilePermissions(file, FILE);
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "The permissions of " + file + " cannot be set to 0600: " + e);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
