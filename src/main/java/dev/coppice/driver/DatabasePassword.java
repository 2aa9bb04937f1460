package dev.coppice.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;

/**
 * The password of the database in a file, as orchestrators mount secrets: the setting {@code coppice.db.password-file}.
 * The file is read at each new connection, so a changed password needs no restart. Keeps no state.
 */
final class DatabasePassword {
    static final String PROPERTY = "coppice.db.password-file";
    static final String VARIABLE = "COPPICE_DB_PASSWORD_FILE";

    private DatabasePassword() {}

    /**
     * Returns the properties of a connection, with the content of the file as {@code password}, without white space at
     * its ends. Without the setting, returns {@code info}. Throws {@code SQLException} with the path if the file cannot
     * be read.
     */
    static Properties in(Properties info) throws SQLException {
        var file = Optional.ofNullable(System.getProperty(PROPERTY))
                .or(() -> Optional.ofNullable(System.getenv(VARIABLE)))
                .filter(value -> !value.isBlank());
        if (file.isEmpty()) {
            return info;
        }
        var complete = new Properties();
        complete.putAll(info);
        try {
            complete.setProperty(
                    "password", Files.readString(Path.of(file.get())).strip());
        } catch (IOException e) {
            throw new SQLException("The file " + file.get() + " of " + PROPERTY + " cannot be read", "28000", e);
        }
        return complete;
    }
}
