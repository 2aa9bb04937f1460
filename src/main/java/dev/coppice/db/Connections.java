package dev.coppice.db;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.service.UnknownUnwrapTypeException;
import org.hibernate.service.spi.Configurable;

/**
 * Supplies Hibernate with database connections from two data sources: one for transactions (JTA), the other for reads
 * without a transaction. If both used the same data source, a connection would have to switch auto-commit on for such a
 * read, and off again for the next transaction. This would cost two more statements per request. Thread-safe.
 */
public class Connections implements ConnectionProvider, Configurable {
    private static final long serialVersionUID = 1L;

    /** JNDI name of the data source for transactions. */
    public static final String TRANSACTIONS = "java:app/jdbc/Coppice";

    /** JNDI name of the data source for reads without a transaction. */
    public static final String READS = "java:app/jdbc/CoppiceReads";

    private transient DataSource transactions;
    private transient volatile DataSource reads;
    private transient TransactionSynchronizationRegistry current;

    @Override
    public void configure(Map<String, Object> settings) {
        transactions = (DataSource) settings.get(JdbcSettings.JAKARTA_JTA_DATASOURCE);
        current = ServerTransactions.registry();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return PooledConnections.connect(current.getTransactionKey() == null ? reads() : transactions);
    }

    /**
     * Returns the data source for reads. While Hibernate starts, Payara does not know the JNDI names of the application
     * yet; until then returns the data source for transactions. If the name {@link #READS} does not exist at all,
     * {@link ClockReader} fails the deployment.
     */
    private DataSource reads() {
        if (reads == null) {
            try {
                reads = InitialContext.doLookup(READS);
            } catch (NamingException e) {
                return transactions;
            }
        }
        return reads;
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
        connection.close();
    }

    /**
     * Returns true: Hibernate may return a connection to the pool after each statement. Within a transaction, the pool
     * then supplies the same connection again.
     */
    @Override
    public boolean supportsAggressiveRelease() {
        return true;
    }

    @Override
    public boolean isUnwrappableAs(Class<?> type) {
        return type.isInstance(this);
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        if (!isUnwrappableAs(type)) {
            throw new UnknownUnwrapTypeException(type);
        }
        return type.cast(this);
    }
}
