package dev.coppice.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Reads the password of the database from a file, because orchestrators provide secrets as files. The setting
 * {@code coppice.db.password-file} contains the path. The file is read for each new connection, so a changed password
 * needs no restart. Has no state.
 */
final class DatabasePassword {
    static final String PROPERTY = "coppice.db.password-file";

    private DatabasePassword() {}

    /**
     * Returns the properties for a new connection. If {@code coppice.db.password-file} is set, returns a copy of
     * {@code info} in which {@code password} is the content of the file, without white space at its start and end.
     * Otherwise returns {@code info}. Throws {@code SQLException} with the path of the file if the file cannot be read.
     *
     * @param info the properties from the data source
     */
    static Properties in(Properties info) throws SQLException {
        var file = DriverSetting.read(PROPERTY);
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
