package dev.coppice.backup;

import dev.coppice.PrivateDirectory;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.DatabaseClock;
import dev.coppice.db.HotBackup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Writes backups of the database while the server runs, one at a time. A backup gets its final name only when it is
 * complete and stored on the disk, so that a program that copies backups never copies an incomplete one. On POSIX file
 * systems, only the server's operating system user can read a complete backup. Thread-safe.
 */
@ApplicationScoped
public class Backups {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'coppice-'uuuuMMdd'T'HHmmss.SSS'Z.zip'")
            .withZone(ZoneOffset.UTC);

    private static final String COMPLETE = "coppice-\\d{8}T\\d{6}\\.\\d{3}Z\\.zip";
    private static final String PART = "coppice.part";
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Logger LOG = Logger.getLogger(Backups.class.getName());

    @Inject
    private HotBackup database;

    @Inject
    private BackupSettings settings;

    private final ReentrantLock running = new ReentrantLock();

    /**
     * Writes a backup. When it is complete, deletes the oldest backups if there are more than
     * {@code coppice.backup.keep}, and returns the new one. Throws 409 {@code no-backup} if the settings name no
     * directory or the database is not H2, 409 {@code busy} if another backup is being written. Throws 503
     * {@code unavailable} and logs the reason if the file cannot be written, for example because the disk is full; then
     * no incomplete file remains.
     */
    public Backup write() {
        if (settings.directory() == null) {
            throw new Problem(
                    Code.NO_BACKUP, "The server has no directory for backups. Set coppice.backup.directory first.");
        }
        if (!database.isPossible()) {
            throw new Problem(
                    Code.NO_BACKUP, "Only H2 is backed up by the server. Use the tools of the database instead.");
        }
        if (!running.tryLock()) {
            throw new Problem(Code.IN_PROGRESS, "Another backup is being written. Wait for its end.");
        }
        try {
            return write(settings.directory());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The backup cannot be written to " + settings.directory(), e);
            throw new Problem(
                    Code.BACKUP_UNAVAILABLE,
                    "The backup cannot be written to coppice.backup.directory. The directory must be writable for the"
                            + " server and have space; the server log contains the reason.");
        } finally {
            running.unlock();
        }
    }

    private Backup write(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            PrivateDirectory.create(directory);
        }
        var part = directory.resolve(PART);
        Files.deleteIfExists(part);
        createPrivate(part);
        try {
            database.write(part);
            try (var file = FileChannel.open(part, StandardOpenOption.WRITE)) {
                file.force(true);
            }
            var complete = directory.resolve(NAME.format(Instant.ofEpochMilli(DatabaseClock.now())));
            Files.move(part, complete, StandardCopyOption.ATOMIC_MOVE);
            tryToDeleteOld(directory);
            return new Backup(complete.getFileName().toString(), Files.size(complete));
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Creates an empty file that others cannot read, before a byte of the database is in it. */
    private static void createPrivate(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } else {
            Files.createFile(file);
        }
    }

    private void tryToDeleteOld(Path directory) {
        try {
            deleteOld(directory);
        } catch (IOException e) {
            // The new backup is complete all the same. The next one tries again to delete the old ones.
            LOG.log(Level.WARNING, "Old backups in " + directory + " cannot be deleted", e);
        }
    }

    /**
     * Deletes the oldest backups beyond {@code coppice.backup.keep}. The names of the files contain the time, so
     * sorting by name gives the order in time. Leaves other files alone.
     */
    private void deleteOld(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            var complete = files.filter(file -> file.getFileName().toString().matches(COMPLETE))
                    .sorted()
                    .toList();
            for (var old : complete.subList(0, Math.max(0, complete.size() - settings.keep()))) {
                Files.delete(old);
            }
        }
    }
}
