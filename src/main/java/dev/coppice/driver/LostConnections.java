package dev.coppice.driver;

import java.sql.SQLException;
import java.util.Set;
import org.jboss.jca.adapters.jdbc.extensions.mysql.MySQLExceptionSorter;

/**
 * Recognizes the exceptions after which a database connection is unusable. The connection pool of WildFly calls this
 * class and removes such a connection. A data source of WildFly names one such class, whichever database its URL
 * chooses, so this class must know the exceptions of all of them. The superclass recognizes SQL states of class 08 and
 * the error codes of MySQL and MariaDB. This class adds the SQL states with which PostgreSQL ends a connection, and
 * those of a database that H2 has closed, for example because the disk was full. Thread-safe.
 */
public class LostConnections extends MySQLExceptionSorter {
    private static final long serialVersionUID = 1L;

    /**
     * SQL states of ended connections. The first five are PostgreSQL's: an administrator has ended the connection;
     * another process of the database has crashed; the database is starting; a transaction was idle for too long; the
     * server refuses a write, because another one has become the primary, which a new connection may reach. The last
     * three are H2's: the file is in use by a database that is being closed; the database has been closed; the database
     * is being closed.
     */
    private static final Set<String> ENDED =
            Set.of("57P01", "57P02", "57P03", "25P03", "25006", "90020", "90098", "90121");

    /** Error code with which MariaDB refuses a write, because another server has become the primary. */
    private static final int READ_ONLY = 1290;

    @Override
    public boolean isExceptionFatal(SQLException failure) {
        var state = failure.getSQLState();
        return failure.getErrorCode() == READ_ONLY
                || state != null && ENDED.contains(state)
                || super.isExceptionFatal(failure);
    }
}
