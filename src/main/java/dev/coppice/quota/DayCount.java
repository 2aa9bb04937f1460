package dev.coppice.quota;

/**
 * Counts of one tenant and day: what the database had for all nodes at the last exchange, and what this node has counted
 * since. Begins anew on another day. Thread-safe.
 */
final class DayCount {
    private long day;
    private long stored;
    private long pending;

    /**
     * Adds to the count. Returns false, and adds nothing, if the sum would exceed the limit.
     *
     * @param today number of the day
     * @param limit maximum of the sum; 0 for none
     */
    synchronized boolean add(long today, long amount, long limit) {
        begin(today);
        if (limit > 0 && stored + pending + amount > limit) {
            return false;
        }
        pending += amount;
        return true;
    }

    /** Returns what the database does not have yet. */
    synchronized long pending(long today) {
        begin(today);
        return pending;
    }

    /**
     * Records an exchange with the database.
     *
     * @param written the part of {@link #pending} that the database has now
     * @param total the sum of all nodes in the database
     */
    synchronized void exchanged(long today, long written, long total) {
        if (today == day) {
            pending -= written;
            stored = total;
        }
    }

    /** Returns the sum of this day, as far as this node knows it. */
    synchronized long total(long today) {
        begin(today);
        return stored + pending;
    }

    /** The last seconds of the day before are forgotten if they are not in the database yet. */
    private void begin(long today) {
        if (today != day) {
            day = today;
            stored = 0;
            pending = 0;
        }
    }
}
