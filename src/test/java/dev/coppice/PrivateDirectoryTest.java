package dev.coppice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {
    @TempDir
    private Path temporary;

    @Test
    void newDirectoriesAreForTheirOwnerOnly() throws IOException {
        PrivateDirectory.create(temporary.resolve("a/b"));
        assertEquals("rwx------", permissions(temporary.resolve("a")));
        assertEquals("rwx------", permissions(temporary.resolve("a/b")));
    }

    @Test
    void existingDirectoryIsLeftAlone() throws IOException {
        PrivateDirectory.create(open());
        assertEquals("rwxr-xr-x", permissions(open()));
    }

    @Test
    void existingDirectoryOfCoppiceBecomesPrivate() throws IOException {
        PrivateDirectory.createOrProtect(open());
        assertEquals("rwx------", permissions(open()));
        PrivateDirectory.createOrProtect(open().resolve("new"));
        assertEquals("rwx------", permissions(open().resolve("new")));
    }

    private Path open() throws IOException {
        var directory = temporary.resolve("open");
        if (!Files.exists(directory)) {
            Files.createDirectory(directory);
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return directory;
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
