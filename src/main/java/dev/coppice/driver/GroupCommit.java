package dev.coppice.driver;

import java.sql.SQLException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.h2.api.ErrorCode;
import org.h2.message.DbException;
import org.h2.mvstore.MVStore;

/**
 * Writes the commits of an H2 database to its file, several at a time. Without this class, H2 writes the file once for
 * each commit: a commit that waited for another one's write writes again as soon as any transaction has changed
 * anything, although its own changes are in the file already. Here, each write contains all commits before it, and
 * those that waited are done. Nobody waits for others to join. One object per open database; thread-safe.
 */
final class GroupCommit {
    /** Value of H2's {@code WRITE_DELAY} with which neither a commit nor a thread of H2 writes the file. */
    private static final int NEVER = -1;

    /** The objects of the open databases. None refers to its key, so that a closed database can be collected. */
    private static final Map<MVStore, GroupCommit> GROUPS = Collections.synchronizedMap(new WeakHashMap<>());

    private final ReentrantLock lock = new ReentrantLock();

    /** Signalled after each write. */
    private final Condition finished = lock.newCondition();

    /** Whether a thread writes; it does not hold the lock meanwhile. */
    private boolean writing;

    /** Number of commits so far. */
    private long commits;

    /** Number of the last commit that the file contains. */
    private long written;

    private GroupCommit() {}

    /**
     * Returns the object for a database, from which on H2 leaves the writes to it. Empty if the URL has a
     * {@code WRITE_DELAY} above 0: then commits are to be written later, by H2.
     */
    static Optional<GroupCommit> of(MVStore store) {
        if (store.getAutoCommitDelay() > 0) {
            return Optional.empty();
        }
        store.setAutoCommitDelay(NEVER);
        return Optional.of(GROUPS.computeIfAbsent(store, key -> new GroupCommit()));
    }

    /**
     * Returns when the file contains all transactions that were committed in memory before the call. Not ended by an
     * interruption. Throws {@code SQLException} if the file cannot be written, or if the database was closed in the
     * meantime; then the transaction may be lost.
     */
    void write(MVStore store) throws SQLException {
        lock.lock();
        try {
            long commit = ++commits;
            while (written < commit) {
                if (writing) {
                    finished.awaitUninterruptibly();
                } else {
                    writeAll(store);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of calls of {@link #write} so far, for tests. */
    long commits() {
        lock.lock();
        try {
            return commits;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes all commits so far. Gives the lock up meanwhile: others are counted, and all whose commits were written
     * return at once. If they needed the lock of the writer for that, some would wait for several further writes.
     */
    private void writeAll(MVStore store) throws SQLException {
        long last = commits;
        writing = true;
        lock.unlock();
        boolean done = false;
        try {
            writeFile(store);
            done = true;
        } finally {
            lock.lock();
            writing = false;
            written = done ? last : written;
            finished.signalAll();
        }
    }

    private static void writeFile(MVStore store) throws SQLException {
        try {
            store.commit();
        } catch (RuntimeException e) {
            throw DbException.toSQLException(e);
        }
        // A commit to a closed database does nothing, without an error.
        if (store.isClosed()) {
            throw DbException.get(ErrorCode.DATABASE_IS_CLOSED).getSQLException();
        }
    }
}
