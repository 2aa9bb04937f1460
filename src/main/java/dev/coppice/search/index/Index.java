package dev.coppice.search.index;

import dev.coppice.Settings;
import dev.coppice.db.DatabaseClock;
import dev.coppice.eventlog.EventRow;
import dev.coppice.eventlog.LogReader;
import dev.coppice.search.index.IndexStatus.State;
import dev.coppice.search.index.IndexStatus.Walk;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;

/**
 * The life of this node's index. It follows the log from its checkpoint; without one, or with one of another mapping, it
 * is emptied and built anew from the tables, piece by piece, while it goes on following. A folder that was deleted or
 * damaged is noticed at the next turn. One thread at a time drives it ({@link #open}, {@link #take}, {@link #work});
 * whoever asks for its status or for a walk may do so from any.
 */
@ApplicationScoped
public class Index implements LogReader {
    private static final Logger LOG = Logger.getLogger(Index.class.getName());

    /** Below that it is only a little late, as always. */
    private static final double MOMENT_SECONDS = 2;

    @Inject
    private Settings settings;

    @Inject
    private Documents documents;

    @Inject
    private Scans scans;

    private final AtomicBoolean rebuildWanted = new AtomicBoolean();
    private final AtomicBoolean verifyWanted = new AtomicBoolean();

    private volatile Checkpoint checkpoint;
    private volatile long end;
    private volatile long oldestPending;
    private volatile String failure;
    private volatile Walk rebuild;

    private final Verification verification = new Verification();

    private Path file() {
        return settings.data().resolve("index").resolve("checkpoint");
    }

    private static String version() {
        return IndexFields.VERSION + " " + Analyzers.language();
    }

    /**
     * Makes sure that there is an index that belongs to the log.
     *
     * @param logStart the position behind which the log is complete
     * @param logEnd the last position of the log
     * @return the position behind which events are wanted
     */
    public long open(long logStart, long logEnd) {
        end = logEnd;
        var there = Checkpoint.read(file());
        var reason = reasonToBuild(there, logStart, logEnd);
        if (reason != null) {
            LOG.log(Level.INFO, "The search index is built from the tables, because {0}", reason);
            makeFolders();
            documents.create();
            save(new Checkpoint(version(), logEnd, ScanPosition.START, List.of()));
            rebuild = null;
        } else if (checkpoint == null) {
            documents.createIfMissing();
            checkpoint = there;
        }
        if (checkpoint.rebuild() != null && (rebuild == null || !rebuild.isRunning())) {
            rebuild = Walk.of(scans.size());
        }
        return checkpoint.position();
    }

    /** Lucene makes folders only when it opens them first; these may have been deleted since. */
    private void makeFolders() {
        try {
            for (var type : DocumentType.values()) {
                Files.createDirectories(file().resolveSibling(type.index()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Why the index does not lead on from where it is, or null when it does. */
    private static String reasonToBuild(Checkpoint there, long logStart, long logEnd) {
        if (there == null) {
            return "it has no checkpoint";
        }
        if (!there.version().equals(version())) {
            return "it was made with another mapping or language";
        }
        if (there.position() > logEnd) {
            return "its checkpoint is of another database";
        }
        return there.position() < logStart ? "the log does not reach back to its checkpoint" : null;
    }

    private void save(Checkpoint fresh) {
        fresh.write(file());
        checkpoint = fresh;
    }

    /** Takes in the next events of the log, in their order. */
    public void take(List<EventRow> changes) {
        if (!changes.isEmpty()) {
            oldestPending = changes.get(0).createdAt();
            var left = OrphanedTree.join(checkpoint.left(), documents.follow(changes));
            save(checkpoint.at(changes.get(changes.size() - 1).position()).leaving(left));
        }
        oldestPending = 0;
        failure = null;
    }

    /**
     * Does a piece of what is wanted besides, when all events that were committed before have been taken in.
     *
     * @return true when there is more
     */
    public boolean work() {
        // What is wanted stops being so only when it has begun, so that nobody takes the last walk's end for this
        // one's.
        if (rebuildWanted.get()) {
            save(checkpoint.rebuilding(ScanPosition.START).leaving(List.of()));
            rebuild = Walk.of(scans.size());
            rebuildWanted.set(false);
        }
        if (verifyWanted.get()) {
            verification.begin(scans.size() + documents.count());
            verifyWanted.set(false);
        }
        if (!checkpoint.left().isEmpty()) {
            save(checkpoint.leaving(documents.writeLeft(checkpoint.left())));
            return true;
        }
        if (checkpoint.rebuild() != null) {
            rebuildStep();
            return true;
        }
        return verification.step(scans);
    }

    private void rebuildStep() {
        var step = scans.write(checkpoint.rebuild());
        if (step.next() == null) {
            // What is in the index and not in the tables was left standing.
            verification.beginAmongDocuments(documents.count());
            rebuild = rebuild.finished();
            LOG.log(Level.INFO, "The search index is rebuilt, of {0} rows", rebuild.done());
        } else {
            rebuild = rebuild.looked(step.looked());
        }
        save(checkpoint.rebuilding(step.next()));
    }

    /** Remembers why it cannot be written; an index that is damaged is given up, and built anew at the next turn. */
    public void failed(Throwable cause, long logEnd, long oldest) {
        end = logEnd;
        oldestPending = oldest;
        failure = cause.getClass().getSimpleName();
        for (var at = cause; at != null; at = at.getCause()) {
            if (isDamage(at)) {
                discard();
                return;
            }
        }
    }

    private static boolean isDamage(Throwable cause) {
        return cause instanceof CorruptIndexException
                || cause instanceof IndexNotFoundException
                || cause instanceof IndexFormatTooNewException
                || cause instanceof IndexFormatTooOldException
                || cause instanceof NoSuchFileException
                || cause instanceof FileNotFoundException;
    }

    private void discard() {
        try {
            Files.deleteIfExists(file());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The checkpoint of the damaged search index cannot be deleted", e);
        }
    }

    /** Asks for a rebuild, which begins at the next turn; one that runs begins again. */
    public void rebuild() {
        rebuildWanted.set(true);
    }

    /** Asks for a verification, which begins at the next turn and repairs what it finds. */
    public void verify() {
        verifyWanted.set(true);
    }

    /** The last position that was taken in; 0 before the first turn. */
    @Override
    public long position() {
        return checkpoint == null ? 0 : checkpoint.position();
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    public IndexStatus status() {
        return new IndexStatus(
                state(),
                Analyzers.language(),
                position(),
                Math.max(0, end - position()),
                lagSeconds(),
                count(),
                failure,
                rebuild,
                verification.walk());
    }

    /** Age of the oldest event that it has still to take in, 0 when there is none. */
    double lagSeconds() {
        long oldest = oldestPending;
        return oldest == 0 ? 0 : Math.max(0, DatabaseClock.now() - oldest) / 1000.0;
    }

    State state() {
        if (failure != null || checkpoint == null) {
            return State.DEGRADED;
        }
        if (rebuildWanted.get() || checkpoint.rebuild() != null) {
            return State.REBUILDING;
        }
        if (verifyWanted.get() || verification.isRunning()) {
            return State.VERIFYING;
        }
        boolean late = lagSeconds() > MOMENT_SECONDS || !checkpoint.left().isEmpty();
        return late ? State.CATCHING_UP : State.OK;
    }

    private Long count() {
        try {
            return documents.count();
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "The search index cannot be read", e);
            return null;
        }
    }
}
