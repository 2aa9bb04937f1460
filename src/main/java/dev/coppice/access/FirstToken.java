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
 * Makes the first administrator's token when the database has none, and leaves it in a file that only the server's user
 * can read: whoever starts a server holds the key to it, and no log does.
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
    void make() {
        if (credentials.areNone()) {
            var issued = credentials.issue(Tenant.DEFAULT, EnumSet.of(Scope.ADMIN), "first");
            var file = settings.data().resolve("token");
            write(file, issued.token());
            LOG.info("The administrator's token is in " + file.toAbsolutePath());
        }
    }

    /** Written beside and renamed, so that nobody ever reads a part of it or reads it with other rights. */
    private static void write(Path file, String token) {
        try {
            Files.createDirectories(file.getParent());
            var fresh = file.resolveSibling("token.new");
            Files.deleteIfExists(fresh);
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            Files.writeString(fresh, token + "\n");
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("The first token cannot be written to " + file, e);
        }
    }
}
