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
     * Number of comparisons in which a document must not match before it is repaired. In the first one, a document may
     * differ only because the index has not applied an event yet. Before the second one, the index applies this event;
     * but a session that is deleted just then makes the document wrong for a moment again.
     */
    private static final int COMPARISONS = 3;

    /**
     * Documents that have not matched their rows so far, to be compared again.
     *
     * @param comparisons number of comparisons in which they did not match
     */
    private record Suspects(Mismatches documents, int comparisons) {}

    private final Deque<Suspects> suspects = new ArrayDeque<>();

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
     * True if the next step compares documents again. Before that step, the index must apply all events committed so
     * far.
     */
    boolean comparesAgain() {
        return !suspects.isEmpty();
    }

    /**
     * Performs the next step of the verification. A document that does not match may only be waiting for an event that
     * the index has not applied yet. So the document is compared again in later steps, see {@link #comparesAgain}, and
     * repaired if it does not match in {@value #COMPARISONS} comparisons.
     *
     * @return true if there is more to do
     */
    boolean step(Scans scans) {
        if (!suspects.isEmpty()) {
            compareAgain(suspects.poll(), scans);
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
            suspects.add(new Suspects(step.mismatches(), 1));
        }
        at = step.next();
        if (at == null && !scansDocuments) {
            at = ScanPosition.START;
            scansDocuments = true;
        }
        return true;
    }

    private void compareAgain(Suspects again, Scans scans) {
        if (again.comparisons() + 1 == COMPARISONS) {
            progress = progress.repaired(scans.repair(again.documents()));
            return;
        }
        var remaining = scans.compareAgain(again.documents());
        if (!remaining.isEmpty()) {
            suspects.add(new Suspects(remaining, again.comparisons() + 1));
        }
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
