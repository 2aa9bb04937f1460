package dev.coppice.search.index;

import dev.coppice.Settings;
import dev.coppice.db.DatabaseClock;
import dev.coppice.eventlog.EventRow;
import dev.coppice.search.index.IndexStatus.ScanProgress;
import dev.coppice.search.index.IndexStatus.State;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Manages this node's search index. The index follows the event log from its checkpoint, that is, from the last event
 * that it contains. If it cannot (no checkpoint, another database, language or version of {@link IndexFields}, or
 * events missing from the log), it is emptied and rebuilt from the tables in small steps, while it follows the log. A
 * deleted or damaged folder is noticed at the next iteration. {@link #open}, {@link #follow}, {@link #step} and
 * {@link #failed} must be called by one thread at a time; the other methods are thread-safe.
 */
@ApplicationScoped
public class Index {
    private static final Logger LOG = Logger.getLogger(Index.class.getName());

    /**
     * Age of the oldest unapplied event, in seconds, above which the index counts as late. It is several times as long
     * as an update takes.
     */
    private static final double NORMAL_LAG_SECONDS = 2;

    @Inject
    private Settings settings;

    @Inject
    private Documents documents;

    @Inject
    private Scans scans;

    private final AtomicBoolean rebuildRequested = new AtomicBoolean();
    private final AtomicBoolean verifyRequested = new AtomicBoolean();

    private volatile Checkpoint checkpoint;
    private volatile long lastPosition;
    private volatile long oldestPending;
    private volatile String failure;
    private volatile ScanProgress rebuild;

    private final Verification verification = new Verification();

    private IndexFiles files() {
        return IndexFiles.of(settings.data());
    }

    /** Returns the version of the index fields and the language. A checkpoint with another version cannot be used. */
    private static String version() {
        return IndexFields.VERSION + " " + Analyzers.language();
    }

    /**
     * Opens the index. If the existing index cannot continue from its checkpoint, creates an empty one that is then
     * rebuilt.
     *
     * @param logStart position after which the event log is complete; earlier events may have been removed from it
     * @param logEnd last position in the event log
     * @return position of the last event that the index contains; {@code logEnd} for an empty index, because its
     *     rebuild reads the tables
     */
    public long open(long logStart, long logEnd) {
        lastPosition = logEnd;
        var stored = Checkpoint.read(files().checkpoint());
        var reason = reasonToBuild(stored, logStart, logEnd);
        if (reason != null) {
            LOG.log(Level.INFO, "Search index is built from the tables: {0}", reason);
            files().createFolders();
            documents.create();
            save(new Checkpoint(version(), logEnd, ScanPosition.START, List.of()));
            rebuild = null;
        } else if (checkpoint == null) {
            documents.createIfMissing();
            checkpoint = stored;
        }
        if (checkpoint.rebuild() != null && (rebuild == null || !rebuild.isRunning())) {
            rebuild = ScanProgress.of(scans.size());
        }
        return checkpoint.position();
    }

    private static String reasonToBuild(Checkpoint stored, long logStart, long logEnd) {
        if (stored == null) {
            return "it has no checkpoint";
        }
        if (!stored.version().equals(version())) {
            return "it was built with another mapping or language";
        }
        if (stored.position() > logEnd) {
            return "its checkpoint belongs to another database";
        }
        return stored.position() < logStart ? "the log does not reach back to its checkpoint" : null;
    }

    /** Writes the checkpoint to its file and keeps it in memory. */
    private void save(Checkpoint next) {
        next.write(files().checkpoint());
        checkpoint = next;
    }

    /** Applies the next events of the log, in the order of their positions. The list may be empty. */
    public void follow(List<EventRow> events) {
        if (!events.isEmpty()) {
            oldestPending = events.get(0).createdAt();
            var pending = PendingTree.join(checkpoint.pending(), documents.follow(events));
            save(checkpoint.atPosition(events.get(events.size() - 1).position()).withPending(pending));
        }
        oldestPending = 0;
        failure = null;
    }

    /**
     * Does one step of the first task that is due. The tasks are: to index a {@link PendingTree} again, to rebuild the
     * index, to verify it. Must be called only when all events have been applied. Returns true if there is more to do.
     */
    public boolean step() {
        // The flag of a request is reset only after the scan has begun. Otherwise the status could show the end of an
        // older scan as that of the requested one.
        if (rebuildRequested.get()) {
            save(checkpoint.rebuilding(ScanPosition.START).withPending(List.of()));
            rebuild = ScanProgress.of(scans.size());
            rebuildRequested.set(false);
        }
        if (verifyRequested.get()) {
            verification.begin(scans.size() + documents.count());
            verifyRequested.set(false);
        }
        if (hasPendingTrees()) {
            save(checkpoint.withPending(documents.writePending(checkpoint.pending())));
            return true;
        }
        if (checkpoint.rebuild() != null) {
            rebuildStep();
            return true;
        }
        return verification.step(scans);
    }

    /**
     * True if the next {@link #step} compares documents of a verification again. Before that step, all events committed
     * so far must be applied; otherwise a document that is only late would count as missing or wrong.
     */
    boolean comparesAgain() {
        return verification.comparesAgain();
    }

    private void rebuildStep() {
        var step = scans.write(checkpoint.rebuild());
        if (step.next() == null) {
            // The index may still contain documents without a row. The verification removes them.
            verification.beginWithDocuments(documents.count());
            rebuild = rebuild.finished();
            LOG.log(Level.INFO, "Search index rebuild finished: {0} rows", rebuild.done());
        } else {
            rebuild = rebuild.scanned(step.scanned());
        }
        save(checkpoint.rebuilding(step.next()));
    }

    /**
     * Records the failure of an iteration. If the index is damaged, deletes its checkpoint, so that the next iteration
     * rebuilds the index.
     */
    public void failed(Throwable cause) {
        failure = cause.getClass().getSimpleName();
        if (IndexFiles.areDamaged(cause)) {
            discard();
        }
    }

    /**
     * Records how far the index is behind the log, after an iteration that failed.
     *
     * @param logEnd last position of the log
     * @param oldest time of the oldest event that is not in the index, in milliseconds since the epoch; 0 if there is
     *     none
     */
    public void late(long logEnd, long oldest) {
        lastPosition = logEnd;
        oldestPending = oldest;
    }

    private void discard() {
        try {
            Files.deleteIfExists(files().checkpoint());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Checkpoint of the damaged search index cannot be deleted", e);
        }
    }

    /** Requests a rebuild, which starts with the next iteration. A running rebuild starts again from the beginning. */
    public void rebuild() {
        rebuildRequested.set(true);
    }

    /**
     * Requests a verification, which starts with the next iteration and repairs documents that do not match the
     * database.
     */
    public void verify() {
        verifyRequested.set(true);
    }

    /** Returns the position of the last event that the index contains; 0 before the first iteration. */
    public long position() {
        return checkpoint == null ? 0 : checkpoint.position();
    }

    public IndexStatus status() {
        return new IndexStatus(
                state(),
                Analyzers.language(),
                position(),
                Math.max(0, lastPosition - position()),
                lagSeconds(),
                count(),
                failure,
                rebuild,
                verification.progress());
    }

    /** Returns the age in seconds of the oldest event that the last iteration did not apply; 0 if there is none. */
    double lagSeconds() {
        long oldest = oldestPending;
        return oldest == 0 ? 0 : Math.max(0, DatabaseClock.now() - oldest) / 1000.0;
    }

    State state() {
        if (failure != null || checkpoint == null) {
            return State.DEGRADED;
        }
        if (isRebuilding()) {
            return State.REBUILDING;
        }
        if (verifyRequested.get() || verification.isRunning()) {
            return State.VERIFYING;
        }
        return lagSeconds() > NORMAL_LAG_SECONDS || hasPendingTrees() ? State.CATCHING_UP : State.OK;
    }

    /**
     * True if the index contains everything up to its {@link #position}: no rebuild is running, and no tree must be
     * indexed again.
     */
    boolean isComplete() {
        return checkpoint != null && !isRebuilding() && !hasPendingTrees();
    }

    private boolean hasPendingTrees() {
        return !checkpoint.pending().isEmpty();
    }

    private boolean isRebuilding() {
        return rebuildRequested.get() || checkpoint.rebuild() != null;
    }

    private Long count() {
        try {
            return documents.count();
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "Search index cannot be read", e);
            return null;
        }
    }
}
