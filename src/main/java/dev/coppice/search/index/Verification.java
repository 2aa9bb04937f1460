package dev.coppice.search.index;

import dev.coppice.search.index.IndexStatus.Walk;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Walks over the texts and then over the documents, a step at a time, and repairs where one does not fit the other. For
 * one thread; how far it is may be asked from any.
 */
final class Verification {
    private final Deque<Mismatches> suspects = new ArrayDeque<>();

    /** Where it is, or null when nothing is left to look at. */
    private ScanPosition at;

    private boolean amongDocuments;

    private volatile Walk walk;

    /** Begins anew with all texts and documents, {@code size} together. */
    void begin(long size) {
        suspects.clear();
        begin(false, size);
    }

    /** Begins with the documents, as the texts were all written just now. */
    void beginAmongDocuments(long size) {
        begin(true, size);
    }

    private void begin(boolean documents, long size) {
        at = ScanPosition.START;
        amongDocuments = documents;
        walk = Walk.of(size);
    }

    /**
     * The next step. What looks wrong is looked at again after the log was followed: it may only have been late.
     *
     * @return true when there is more
     */
    boolean step(Scans scans) {
        if (!suspects.isEmpty()) {
            walk = walk.repaired(scans.repair(suspects.poll()));
            return true;
        }
        if (at == null) {
            if (isRunning()) {
                walk = walk.finished();
            }
            return false;
        }
        var step = amongDocuments ? scans.compareDocuments(at) : scans.compare(at);
        walk = walk.looked(step.looked());
        if (!step.findings().isEmpty()) {
            suspects.add(step.findings());
        }
        at = step.next();
        if (at == null && !amongDocuments) {
            at = ScanPosition.START;
            amongDocuments = true;
        }
        return true;
    }

    /** How far it is or has come, or null before the first. */
    Walk walk() {
        return walk;
    }

    boolean isRunning() {
        var now = walk;
        return now != null && now.isRunning();
    }
}
