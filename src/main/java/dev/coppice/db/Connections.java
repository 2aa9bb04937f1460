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
 * Gives Hibernate its connections: inside a transaction from the JTA data source, otherwise from the data source for
 * reads without a transaction. With one data source, a connection that served a transaction would switch auto-commit
 * on for the next read, and off again for the next transaction: two more statements of a request. Thread-safe.
 */
public class Connections implements ConnectionProvider, Configurable {
    private static final long serialVersionUID = 1L;

    /** JNDI name of the data source for reads without a transaction. */
    static final String READS = "java:jboss/datasources/CoppiceReads";

    private transient DataSource transactions;
    private transient DataSource reads;
    private transient TransactionSynchronizationRegistry current;

    @Override
    public void configure(Map<String, Object> settings) {
        transactions = (DataSource) settings.get(JdbcSettings.JAKARTA_JTA_DATASOURCE);
        try {
            reads = InitialContext.doLookup(READS);
            current = InitialContext.doLookup("java:jboss/TransactionSynchronizationRegistry");
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        return (current.getTransactionKey() == null ? reads : transactions).getConnection();
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
        connection.close();
    }

    /** True: a connection is released after each statement, and a transaction gets the same one again. */
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
