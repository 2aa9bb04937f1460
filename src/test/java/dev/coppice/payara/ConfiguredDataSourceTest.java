package dev.coppice.payara;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("coppice.db.password-file")
class ConfiguredDataSourceTest {
    private static final String URL = "coppice.db.url";
    private static final String PASSWORD_FILE = "coppice.db.password-file";

    @TempDir
    private Path folder;

    @BeforeEach
    void setUrl() {
        System.setProperty(URL, "jdbc:h2:" + folder.resolve("db"));
    }

    @AfterEach
    void removeProperties() {
        System.clearProperty(URL);
        System.clearProperty(PASSWORD_FILE);
    }

    private static Connection connect() throws SQLException {
        return new ConfiguredDataSource().getConnection();
    }

    @Test
    void userAndPasswordHaveDefaults() throws SQLException {
        try (var connection = connect()) {
            assertEquals("COPPICE", connection.getMetaData().getUserName());
        }
    }

    @Test
    void passwordFileTakesPrecedence() throws Exception {
        connect().close();
        var file = Files.writeString(folder.resolve("secret"), "other\n");
        System.setProperty(PASSWORD_FILE, file.toString());
        assertEquals(
                "28000",
                assertThrows(SQLException.class, ConfiguredDataSourceTest::connect)
                        .getSQLState());
        Files.writeString(file, "coppice\n");
        connect().close();
    }
}
