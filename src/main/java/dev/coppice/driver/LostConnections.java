package dev.coppice.driver;

import java.sql.SQLException;
import java.util.Set;
import org.jboss.jca.adapters.jdbc.extensions.mysql.MySQLExceptionSorter;

/**
 * Recognizes the exceptions after which a database connection is unusable. The connection pool of WildFly calls this
 * class and removes such a connection. A data source of WildFly names one such class, whichever database its URL
 * chooses, so this class must know the exceptions of all of them. The superclass recognizes SQL states of class 08 and
 * the error codes of MySQL and MariaDB. This class adds the SQL states with which PostgreSQL ends a connection.
 * Thread-safe.
 */
public class LostConnections extends MySQLExceptionSorter {
    private static final long serialVersionUID = 1L;

    /**
     * SQL states with which PostgreSQL ends a connection, in this order: an administrator has ended it; another process
     * of the database has crashed; the database is starting; a transaction was idle for too long.
     */
    private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P03", "25P03");

    @Override
    public boolean isExceptionFatal(SQLException failure) {
        var state = failure.getSQLState();
        return state != null && ENDED.contains(state) || super.isExceptionFatal(failure);
    }
}
