package dev.coppice.db;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Runs queries with plain JDBC, without a transaction. Used for the few queries that nearly every request needs,
 * because Hibernate would take several times as long for them as the database. Thread-safe.
 */
@ApplicationScoped
public class JdbcReads {
    @Resource(lookup = Connections.READS)
    private DataSource source;

    @Resource
    private TransactionSynchronizationRegistry transaction;

    /** Creates an object from the current row of a result. */
    @FunctionalInterface
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /**
     * True if no transaction is running on this thread. Within a transaction this class must not be used, because its
     * queries do not see what the transaction has written.
     */
    public boolean isPossible() {
        return transaction.getTransactionKey() == null;
    }

    /**
     * Returns the first row that a query finds; empty if it finds none. Throws {@code IllegalStateException} if the
     * query fails.
     *
     * @param reader creates the result from the row
     * @param parameters values for the question marks in {@code sql}, in their order
     */
    public <T> Optional<T> first(String sql, RowReader<T> reader, Object... parameters) {
        try (var connection = PooledConnections.connect(source);
                var select = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                select.setObject(i + 1, parameters[i]);
            }
            try (var row = select.executeQuery()) {
                return row.next() ? Optional.of(reader.read(row)) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("A query failed", e);
        }
    }
}
