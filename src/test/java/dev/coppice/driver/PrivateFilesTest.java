package dev.coppice.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateFilesTest {
    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:direct:/data/coppice;WRITE_DELAY=0,/data/coppice.mv.db",
        "jdbc:h2:async:/data/coppice;WRITE_DELAY=0,/data/coppice.mv.db",
        "jdbc:h2:/data/coppice,/data/coppice.mv.db",
        "jdbc:h2:file:/data/coppice;A=B;C=D,/data/coppice.mv.db"
    })
    void fileOfEmbeddedDatabaseIsFound(String url, Path file) {
        assertEquals(Optional.of(file), PrivateFiles.file(url));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:mem:test", "jdbc:h2:tcp://localhost/x", "jdbc:mariadb://localhost/coppice"})
    void otherDatabasesHaveNoFile(String url) {
        assertEquals(Optional.empty(), PrivateFiles.file(url));
    }

    @Test
    void directoryAndFileAreForTheirOwnerOnly(@TempDir Path temporary) throws IOException {
        var file = temporary.resolve("a/b/coppice.mv.db");
        PrivateFiles.createDirectory(file);
        Files.writeString(file, "");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        PrivateFiles.protect(file);
        assertEquals("rwx------", permissions(file.getParent()));
        assertEquals("rw-------", permissions(file));
    }

    @Test
    void directoryThatExistsIsLeftAlone(@TempDir Path temporary) throws IOException {
        var directory = Files.createDirectory(temporary.resolve("shared"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        PrivateFiles.createDirectory(directory.resolve("coppice.mv.db"));
        assertEquals("rwxr-xr-x", permissions(directory));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
