package dev.coppice.db;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;
import org.h2.api.ErrorCode;

/** Copies the H2 database to a file while it is in use. Thread-safe. */
@ApplicationScoped
public class HotBackup {
    /** Error codes of H2 for files that cannot be written. */
    private static final Set<Integer> IO_ERRORS = Set.of(ErrorCode.IO_EXCEPTION_1, ErrorCode.IO_EXCEPTION_2);

    @Resource(lookup = Connections.READS)
    private DataSource source;

    /** True if the database is H2. Database servers are backed up by their own tools. */
    public boolean isPossible() {
        return Dialect.current().backupStatement().isPresent();
    }

    /**
     * Writes a consistent copy of the database to a zip file. The copy contains everything that was committed before
     * the call. A later transaction is contained completely or not at all. Readers and writers are not blocked
     * meanwhile. Throws an {@code IOException} if the file cannot be written, an {@code IllegalStateException} if the
     * database cannot be read. Must be called only if {@link #isPossible} returns true.
     *
     * @param file path of the zip file; if it exists, its content is replaced and its permissions stay
     */
    public void write(Path file) throws IOException {
        try (var connection = source.getConnection();
                var backup = connection.prepareStatement(
                        Dialect.current().backupStatement().orElseThrow())) {
            backup.setString(1, file.toString());
            backup.execute();
        } catch (SQLException e) {
            if (IO_ERRORS.contains(e.getErrorCode())) {
                throw new IOException("The database cannot be backed up", e);
            }
            throw new IllegalStateException("The database cannot be backed up", e);
        }
    }
}
