package dev.coppice.access;

import dev.coppice.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.logging.Logger;

/**
 * Issues an administrator's token at startup when the database has no tokens. Writes it to a file that only the
 * server's user can read, never to a log.
 */
@Singleton
@Startup
public class FirstToken {
    private static final Logger LOG = Logger.getLogger(FirstToken.class.getName());

    @Inject
    private Settings settings;

    @Inject
    private Credentials credentials;

    @PostConstruct
    void issueFirstToken() {
        if (credentials.isEmpty()) {
            var issued = credentials.issue(Tenant.DEFAULT, EnumSet.of(Scope.ADMIN), "first");
            var file = settings.data().resolve("token");
            write(file, issued.token());
            LOG.info("The administrator's token was written to " + file.toAbsolutePath());
        }
    }

    /**
     * Writes the token to a temporary file that only the server's user can read (on POSIX file systems), then renames
     * it to {@code file}, so that no process can read an incomplete token.
     */
    private static void write(Path file, String token) {
        try {
            Files.createDirectories(file.getParent());
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
