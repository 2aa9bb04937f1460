package dev.coppice.support;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** A database server that the tests have started. Several nodes of Coppice can share one of its databases. */
public interface DatabaseServer {

    /** Drops the database if it exists and creates an empty one. */
    Database create(String name);

    /** Connects to the database as the administrator of the server. */
    Connection connect(Database database) throws SQLException;

    /** Returns a name for each transaction that is open in the database, also for those that only read. */
    Set<String> openTransactions(Database database) throws SQLException;

    /**
     * Returns the number of statements that Coppice has sent to the database since the first call of this method, or
     * since an earlier time. PostgreSQL counts transactions; a statement outside of a transaction is one.
     */
    long statements(Database database) throws SQLException;

    /** Refuses all writes of Coppice, as a replica does, or accepts them again. Applies to open connections, too. */
    void refuseWrites(boolean refused);

    long pid();

    void kill9();

    /** Starts it again with the same port and data, and returns when it answers; stops it first if it runs. */
    void restart();
}
