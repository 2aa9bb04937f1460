package dev.coppice.search.index;

import dev.coppice.search.index.IndexStatus.ScanProgress;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A verification of the index, which repairs documents that do not match the database. It works in steps: first it
 * compares all rows with their documents, then all documents with their rows. {@link #progress} and {@link #isRunning}
 * may be called by any thread; the other methods are not thread-safe.
 */
final class Verification {
    /**
     * Documents that did not match their rows in a first comparison. Each is compared a second time before it is
     * repaired.
     */
    private final Deque<Mismatches> suspects = new ArrayDeque<>();

    /** Position of the scan that compares rows or documents; null if nothing is left to scan. */
    private ScanPosition at;

    private boolean scansDocuments;

    private volatile ScanProgress progress;

    /**
     * Starts a verification of all rows and then all documents. Stops a verification that is running.
     *
     * @param size number of rows in the database and documents in the index, for the progress
     */
    void begin(long size) {
        suspects.clear();
        begin(false, size);
    }

    /**
     * Starts a verification that only looks for documents without a row. This is enough after a rebuild, which has
     * written the documents of all rows.
     *
     * @param size number of documents in the index, for the progress
     */
    void beginWithDocuments(long size) {
        begin(true, size);
    }

    private void begin(boolean documents, long size) {
        at = ScanPosition.START;
        scansDocuments = documents;
        progress = ScanProgress.of(size);
    }

    /**
     * Performs the next step of the verification. A document that does not match may only be waiting for an event that
     * the index has not applied yet. So the document is compared again in a later step, and repaired if it still does
     * not match.
     *
     * @return true if there is more to do
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

    /** Returns the progress of the current or last verification; null before the first one. */
    ScanProgress progress() {
        return progress;
    }

    boolean isRunning() {
        var current = progress;
        return current != null && current.isRunning();
    }
}
