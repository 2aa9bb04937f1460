package dev.coppice.driver;

import java.io.File;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.RandomAccessStore;

/**
 * Keeps the file of an H2 database small while the database is open. H2 writes the pages that a commit changes as one
 * chunk, and uses the chunk's space again when none of these pages is current any more. A page that does not change
 * again keeps its whole chunk, so without compaction the file grows to many times the size of its content. H2 has a
 * thread for this, but starts it only if commits are delayed ({@code WRITE_DELAY}), and a delayed commit is lost if the
 * server is killed. So this class does the same with methods of H2 for a database whose commits are not delayed. Each
 * step leaves the file as valid as a commit does. Besides, it writes what {@link GroupCommit} does not: statements in
 * auto-commit mode. One thread per database runs until the database is closed.
 */
final class FileCompaction implements Runnable {
    private static final Logger LOG = Logger.getLogger(FileCompaction.class.getName());

    /** Pauses between two steps, in milliseconds: the short one while there is something to do. */
    private static final long SHORT_PAUSE = 200;

    private static final long LONG_PAUSE = 1000;

    /** Pause after a step that failed, in milliseconds, so that the log stays short. */
    private static final long PAUSE_AFTER_FAILURE = 60_000;

    /**
     * Share of current data, in percent, below which pages are copied and chunks are moved. A higher share would make
     * the file smaller, and copy each page more often.
     */
    private static final int FILL_RATE = 50;

    /** Number of bytes of pages that a step copies. Commits wait for such a step, which takes some milliseconds. */
    private static final int PAGES = 1 << 20;

    /**
     * Number of bytes of chunks that a step moves. Commits wait for such a step, too, and H2 flushes the file to the
     * disk several times during it.
     */
    private static final long CHUNKS = 8L << 20;

    /** Time without a commit, in nanoseconds, after which chunks are moved. */
    private static final long QUIET = TimeUnit.SECONDS.toNanos(5);

    /** Size of a file, in bytes, that need not become smaller. */
    static final long SMALL = 16L << 20;

    /** Free bytes of the disk below which there are no steps: H2 closes the database if it cannot write. */
    private static final long FREE = 64L << 20;

    private static final Set<MVStore> RUNNING = ConcurrentHashMap.newKeySet();

    private final MVStore store;
    private final RandomAccessStore chunks;
    private final File file;

    /** Number of H2's writes after the last step, and the time at which it was last found to have changed. */
    private long writes;

    private long lastWrite = System.nanoTime();

    /** Number of steps that moved chunks since the file became smaller. */
    private int moves;

    /** Size of the file that many moves did not make smaller; 0 if there was none. */
    private long smallest;

    private FileCompaction(MVStore store, RandomAccessStore chunks, Path file) {
        this.store = store;
        this.chunks = chunks;
        this.file = file.toFile();
    }

    /**
     * Starts the thread for the database of a connection, unless it runs already or H2's own thread does. Thread-safe.
     *
     * @param connection a connection to H2
     * @param file the database's file
     */
    static void start(Connection connection, Path file) {
        if (connection instanceof JdbcConnection jdbc && jdbc.getSession() instanceof SessionLocal session) {
            var store = session.getDatabase().getStore().getMvStore();
            if (store.getFileStore() instanceof RandomAccessStore chunks
                    && !chunks.isReadOnly()
                    && store.getAutoCommitDelay() <= 0
                    && RUNNING.add(store)) {
                var thread = new Thread(new FileCompaction(store, chunks, file), "coppice-h2-compaction");
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    @Override
    public void run() {
        try {
            long pause = LONG_PAUSE;
            while (!store.isClosed()) {
                Thread.sleep(pause);
                pause = step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            RUNNING.remove(store);
        }
    }

    /** Writes changes, compacts a part of the file, and returns the pause before the next step, in milliseconds. */
    private long step() {
        try {
            store.tryCommit();
            return file.getUsableSpace() >= FREE && compact() ? SHORT_PAUSE : LONG_PAUSE;
        } catch (RuntimeException e) {
            if (!store.isClosed()) {
                LOG.log(Level.WARNING, "The file of the database cannot be written or compacted", e);
            }
            return PAUSE_AFTER_FAILURE;
        }
    }

    /**
     * Copies some pages to a new chunk or, if there are none to copy and the database is quiet, moves some chunks.
     * Returns true if there may be more to do.
     */
    private boolean compact() {
        boolean quiet = isQuiet();
        boolean copied = store.compact(FILL_RATE, PAGES);
        if (copied) {
            store.tryCommit();
        }
        boolean moved = !copied && quiet && moveChunks();
        writes = chunks.getWriteCount();
        return copied || moved;
    }

    private boolean isQuiet() {
        if (writes != chunks.getWriteCount()) {
            lastWrite = System.nanoTime();
        }
        return System.nanoTime() - lastWrite > QUIET;
    }

    /**
     * Frees chunks without current pages. If at least half of the file is free, also moves some chunks to its front;
     * H2 cuts off its end if that is free. Returns true if there may be more to move.
     */
    private boolean moveChunks() {
        long size = chunks.size();
        if (size <= SMALL || size == smallest) {
            return false;
        }
        boolean full = chunks.getFillRate() > FILL_RATE;
        chunks.compactMoveChunks(FILL_RATE, CHUNKS, store);
        if (full) {
            return false;
        }
        moves = chunks.size() < size ? 0 : moves + 1;
        if (moves * CHUNKS > size) { // everything was moved, perhaps twice
            smallest = size;
            moves = 0;
        }
        return true;
    }
}
