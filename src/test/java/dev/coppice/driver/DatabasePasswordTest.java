package dev.coppice.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock(DatabasePassword.PROPERTY)
class DatabasePasswordTest {
    @TempDir
    private Path folder;

    private final Properties login = new Properties();

    @BeforeEach
    void setFile() {
        System.setProperty(DatabasePassword.PROPERTY, folder.resolve("secret").toString());
        login.setProperty("user", "coppice");
        login.setProperty("password", "of the data source");
    }

    @AfterEach
    void removeFile() {
        System.clearProperty(DatabasePassword.PROPERTY);
    }

    private Connection connect() throws SQLException {
        return new CoppiceDriver().connect("jdbc:h2:" + folder.resolve("db"), login);
    }

    @Test
    void contentOfTheFileIsThePasswordOfEachNewConnection() throws Exception {
        Files.writeString(folder.resolve("secret"), "first\n");
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("alter user coppice set password 'second'");
        }
        var refused = assertThrows(SQLException.class, this::connect);
        assertEquals("28000", refused.getSQLState());
        Files.writeString(folder.resolve("secret"), "second\n");
        connect().close();
    }

    @Test
    void missingFileIsNamed() {
        var failure = assertThrows(SQLException.class, this::connect);
        assertTrue(failure.getMessage().contains(folder.resolve("secret").toString()), failure.getMessage());
        assertTrue(failure.getMessage().contains("coppice.db.password-file"), failure.getMessage());
    }

    @Test
    void withoutTheSettingThePasswordOfTheDataSourceIsUsed() throws IOException, SQLException {
        System.clearProperty(DatabasePassword.PROPERTY);
        assertEquals(login, DatabasePassword.in(login));
    }
}
