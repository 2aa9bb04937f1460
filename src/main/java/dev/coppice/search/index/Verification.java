package dev.coppice.search.index;

import dev.coppice.search.index.IndexStatus.ScanProgress;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Compares all rows with their documents, then all documents with their rows, a step at a time, and repairs mismatches. Not
 * thread-safe, except for {@link #progress} and {@link #isRunning}.
 */
final class Verification {
    private final Deque<Mismatches> suspects = new ArrayDeque<>();

    /** Progress of the current scan; null when nothing is left to scan. */
    private ScanPosition at;

    private boolean scansDocuments;

    private volatile ScanProgress progress;

    /** Starts again with all rows, then all documents: {@code size} together. */
    void begin(long size) {
        suspects.clear();
        begin(false, size);
    }

    /** Starts with the documents, because a rebuild has just written those of all rows. */
    void beginWithDocuments(long size) {
        begin(true, size);
    }

    private void begin(boolean documents, long size) {
        at = ScanPosition.START;
        scansDocuments = documents;
        progress = ScanProgress.of(size);
    }

    /**
     * Does the next step. Mismatches are compared again in a later step, after the event log was followed: the index may
     * only have been late.
     *
     * @return true when there is more to do
     */
    boolean step(Scans scans) {
        if (!suspects.isEmpty()) {
            progress = progress.repaired(scans.repair(suspects.poll()));
            return true;
        }
        if (at == null) {
            if (isRunning()) {
                progress = progress.finished();
            }
            return false;
        }
        var step = scansDocuments ? scans.compareDocuments(at) : scans.compare(at);
        progress = progress.scanned(step.scanned());
        if (!step.mismatches().isEmpty()) {
            suspects.add(step.mismatches());
        }
        at = step.next();
        if (at == null && !scansDocuments) {
            at = ScanPosition.START;
            scansDocuments = true;
        }
        return true;
    }

    /** Progress of the current or last verification; null before the first. */
    ScanProgress progress() {
        return progress;
    }

    boolean isRunning() {
        var current = progress;
        return current != null && current.isRunning();
    }
}
