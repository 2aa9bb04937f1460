package dev.coppice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.logging.Logger;

/**
 * Makes directories whose files only the server's operating system user can read, whatever the umask is. On file
 * systems without POSIX permissions, the directories get the permissions that are usual there. Thread-safe; has no
 * state.
 */
public final class PrivateDirectory {
    private static final Logger LOG = Logger.getLogger(PrivateDirectory.class.getName());
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private PrivateDirectory() {}

    /**
     * Creates a directory and its missing parents, all with the permissions 0700. Does not change a directory that
     * already exists, because other programs may use it. Throws {@code IOException} if the directory cannot be created.
     */
    public static void create(Path directory) throws IOException {
        if (isPosix(directory)) {
            Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } else {
            Files.createDirectories(directory);
        }
    }

    /**
     * Creates a directory as {@link #create} does, or sets the permissions of an existing one to 0700. Only for a
     * directory that no other program uses. If the permissions of an existing directory cannot be set, logs a warning.
     * Throws {@code IOException} if the directory cannot be created, or if its permissions cannot be read.
     */
    public static void createOrProtect(Path directory) throws IOException {
        create(directory);
        if (!isPosix(directory) || Files.getPosixFilePermissions(directory).equals(OWNER_ONLY)) {
            return;
        }
        try {
            Files.setPosixFilePermissions(directory, OWNER_ONLY);
        } catch (IOException e) {
            LOG.warning("The permissions of " + directory + " cannot be set to 0700: " + e);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
