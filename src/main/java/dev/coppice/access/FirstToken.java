package dev.coppice.access;

import dev.coppice.PrivateDirectory;
import dev.coppice.Settings;
import dev.coppice.db.DatabaseErrors;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.logging.Logger;

/**
 * Issues a token with the scope {@code admin} when the application starts, if the tenant {@code default} has no valid
 * token with this scope: because the database is new, because these tokens have expired, or because their rows were
 * deleted. Writes the token to the file {@code token} of the data directory, which only the server's operating system
 * user can read. The token is never logged.
 */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class FirstToken {
    private static final Logger LOG = Logger.getLogger(FirstToken.class.getName());

    @Inject
    private Settings settings;

    @Inject
    private Credentials credentials;

    @PostConstruct
    void issueFirstToken() {
        try {
            credentials.issueIfNoAdministrator(this::write);
        } catch (RuntimeException e) {
            if (!DatabaseErrors.isRetryable(e)) {
                throw e;
            }
            // Another node has just created the tenant, so that now its row can be locked.
            credentials.issueIfNoAdministrator(this::write);
        }
    }

    private void write(IssuedToken issued) {
        var file = settings.data().resolve("token");
        write(file, issued.token());
        LOG.info("The tenant " + issued.tenant() + " had no administrator's token. A new one, named " + issued.name()
                + ", was written to " + file.toAbsolutePath());
    }

    /**
     * Writes the token to the file. First writes it to a temporary file, then renames this file, so that no process can
     * read an incomplete token. On POSIX file systems, only the server's operating system user can read the file.
     * Throws an {@code UncheckedIOException} if the file cannot be written; then no token is issued.
     */
    private static void write(Path file, String token) {
        try {
            PrivateDirectory.create(file.getParent());
            var temporary = file.resolveSibling("token.new");
            Files.deleteIfExists(temporary);
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        temporary, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            Files.writeString(temporary, token + "\n");
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("The administrator's token cannot be written to " + file, e);
        }
    }
}
