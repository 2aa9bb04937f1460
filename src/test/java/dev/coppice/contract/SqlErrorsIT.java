package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.boot.LogFormatter;
import dev.coppice.driver.CoppiceDriver;
import dev.coppice.support.Databases;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

/** Errors of a database server, as the log has them. {@code SqlMessagesTest} has those of H2. */
class SqlErrorsIT {
    private static final String SECRET = "confidential";

    @Test
    void logHasNoValuesOfRows() throws SQLException {
        assumeTrue(Databases.areOnServer(), "H2 is in the server");
        var database = Databases.fresh("errors");
        var login = new Properties();
        login.setProperty("user", database.user());
        login.setProperty("password", database.password());
        try (var connection = new CoppiceDriver().connect(database.url(), login)) {
            var statement = connection.createStatement();
            statement.execute("create table t (name varchar(30) primary key, part varchar(5) not null)");
            statement.execute("insert into t values ('" + SECRET + "', 'x')");
            for (var sql : List.of(
                    "insert into t values ('" + SECRET + "', 'x')",
                    "insert into t values ('" + SECRET + "2', null)",
                    "update t set part = name")) {
                var failure = assertThrows(SQLException.class, () -> statement.execute(sql));
                var record = new LogRecord(Level.SEVERE, "Request failed");
                record.setThrown(new IllegalStateException(failure));
                var line = new LogFormatter().format(record);
                assertFalse(line.contains(SECRET), line);
            }
        }
    }
}
