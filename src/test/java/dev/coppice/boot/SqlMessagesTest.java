package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class SqlMessagesTest {
    private static final String SECRET = "it's \"confidential\"";

    private static String message(String text) {
        var failure = new SQLException(text);
        return SqlMessages.withoutValues(text, failure);
    }

    @Test
    void namesOfKeysAndColumnsStay() {
        assertEquals("Duplicate entry '…' for key 'uk_name'", message("Duplicate entry 'x-y' for key 'uk_name'"));
        assertEquals("Duplicate entry '…' for key 'k'", message("Duplicate entry 'it's x' for key 'y' for key 'k'"));
        assertEquals("Column 'part' cannot be null", message("Column 'part' cannot be null"));
        assertEquals("Data too long for column 'name' at row 1", message("Data too long for column 'name' at row 1"));
    }

    @Test
    void shortenedValueIsRemoved() {
        assertEquals("Value too long: \"'…'", message("Value too long: \"'it''s confidential...\""));
    }

    @Test
    void otherExceptionsStayAsTheyAre() {
        var failure = new IllegalStateException("No class 'x'");
        assertEquals("No class 'x'", SqlMessages.withoutValues("No class 'x'", failure));
    }

    @Test
    void errorsOfH2HaveNoValuesInTheLog() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            connection.createStatement().execute("create table t (name varchar(30) primary key, part varchar(5))");
            insert(connection, SECRET, "x");
            for (var row : new String[][] {{SECRET, "x"}, {"x", SECRET}, {"x", SECRET.repeat(50)}}) {
                var failure = assertThrows(SQLException.class, () -> insert(connection, row[0], row[1]));
                assertTrue(failure.getMessage().contains("confidential"), failure.getMessage());
                var record = new LogRecord(Level.SEVERE, "Request failed");
                record.setThrown(
                        new IllegalStateException("could not execute [" + failure.getMessage() + "]", failure));
                var line = new LogFormatter(true).format(record);
                assertFalse(line.contains("confidential"), line.substring(0, 500));
                assertTrue(line.contains("insert into t values (?, ?)"), line);
            }
        }
    }

    private static void insert(Connection connection, String name, String part) throws SQLException {
        try (var statement = connection.prepareStatement("insert into t values (?, ?)")) {
            statement.setString(1, name);
            statement.setString(2, part);
            statement.executeUpdate();
        }
    }
}
