package dev.coppice.db;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Copies the H2 database to a file while it is in use. Thread-safe. */
@ApplicationScoped
public class HotBackup {
    @Resource(lookup = Connections.READS)
    private DataSource source;

    /** True if the database is H2. Database servers are backed up by their own tools. */
    public boolean isPossible() {
        return Dialect.current() == Dialect.H2;
    }

    /**
     * Writes a consistent copy of the database to a zip file. The copy contains everything that was committed before
     * the call. A later transaction is contained completely or not at all. Readers and writers are not blocked
     * meanwhile. Throws an {@code IllegalStateException} if the copy cannot be written.
     *
     * @param file path of the zip file, which must not exist
     */
    public void write(Path file) {
        try (var connection = source.getConnection();
                var backup = connection.prepareStatement("backup to ?")) {
            backup.setString(1, file.toString());
            backup.execute();
        } catch (SQLException e) {
            throw new IllegalStateException("The database cannot be backed up", e);
        }
    }
}
