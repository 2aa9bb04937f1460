package dev.coppice.db;

import jakarta.persistence.PersistenceException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.SQLException;
import org.hibernate.JDBCException;
import org.hibernate.engine.jdbc.spi.SqlExceptionHelper;
import org.hibernate.exception.spi.SQLExceptionConverter;

/**
 * Keeps Hibernate from hiding that a read has failed. If the transaction can only be rolled back, Hibernate's
 * {@code find} returns null for a {@code JDBCException}, as if the row did not exist (HHH-12472). The connection pool
 * marks a transaction for rollback when its connection is lost. The client would then get a response as if a session, a
 * message or a draft did not exist. In such a transaction this class throws another exception, which Hibernate passes
 * on. In all other transactions it does nothing. Thread-safe.
 */
final class FailedReads implements SQLExceptionConverter {
    private static final long serialVersionUID = 1L;

    private final transient SQLExceptionConverter converter;
    private final transient TransactionSynchronizationRegistry transaction;

    private FailedReads(SQLExceptionConverter converter) {
        this.converter = converter;
        this.transaction = ServerTransactions.registry();
    }

    /** Adds an instance of this class to the conversion of all SQL exceptions of a session factory. */
    static void report(SqlExceptionHelper helper) {
        helper.setSqlExceptionConverter(new FailedReads(helper.getSqlExceptionConverter()));
    }

    /**
     * Converts an SQL exception and returns the result. In a transaction that can only be rolled back, throws
     * {@code PersistenceException} instead, with the converted exception as its cause.
     */
    @Override
    public JDBCException convert(SQLException failure, String message, String sql) {
        var converted = converter.convert(failure, message, sql);
        if (transaction.getTransactionStatus() == Status.STATUS_MARKED_ROLLBACK) {
            throw new PersistenceException("A statement failed in a transaction that is rolled back", converted);
        }
        return converted;
    }
}
