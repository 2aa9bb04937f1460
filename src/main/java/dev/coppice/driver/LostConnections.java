package dev.coppice.driver;

import java.sql.SQLException;
import java.util.Set;
import org.jboss.jca.adapters.jdbc.extensions.mysql.MySQLExceptionSorter;

/**
 * Recognizes the exceptions after which a connection cannot be used any more, so that the connection pool of WildFly
 * removes it. One class for all databases, because the data source names one: SQL states of class 08 and error codes of
 * MySQL by the superclass, and the SQL states with which PostgreSQL announces that it has ended a connection.
 * Thread-safe.
 */
public class LostConnections extends MySQLExceptionSorter {
    private static final long serialVersionUID = 1L;

    /**
     * The administrator ends the connection, another process of the database has crashed, the database starts, or a
     * transaction was idle for too long.
     */
    private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P03", "25P03");

    @Override
    public boolean isExceptionFatal(SQLException failure) {
        var state = failure.getSQLState();
        return state != null && ENDED.contains(state) || super.isExceptionFatal(failure);
    }
}
