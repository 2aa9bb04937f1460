package dev.coppice.driver;

import java.sql.SQLException;
import java.util.Properties;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;

/**
 * A connection to the file of an H2 database, whose commits are written by {@link GroupCommit}: a transaction is in the
 * file when {@link #commit} returns. A statement in auto-commit mode is in the file after the next commit of any
 * connection, or about a second later ({@link FileCompaction}). Only migrations write so. A killed process loses the
 * last of such statements, never one before another.
 * Thread-safe.
 */
final class GroupedConnection extends JdbcConnection {
    private SessionLocal session;
    private MVStore store;

    /** Null if H2 itself writes the commits: another process has the file open, or commits are delayed. */
    private GroupCommit group;

    /** Connects as H2's driver does. */
    GroupedConnection(String url, Properties info) throws SQLException {
        super(url, info, null, null, false);
        if (getSession() instanceof SessionLocal local) {
            session = local;
            store = local.getDatabase().getStore().getMvStore();
            group = GroupCommit.of(store).orElse(null);
        }
    }

    @Override
    public void commit() throws SQLException {
        if (group == null) {
            super.commit();
        } else if (commitInMemory()) {
            group.write(store);
        }
    }

    /** Makes the transaction visible to others, and returns true if it has changed anything. */
    private boolean commitInMemory() throws SQLException {
        lock();
        try {
            boolean changed = session.hasPendingTransaction();
            super.commit();
            return changed;
        } finally {
            unlock();
        }
    }
}
