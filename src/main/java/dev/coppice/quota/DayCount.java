package dev.coppice.quota;

/**
 * What one tenant has used on the current day (UTC), for example a number of bytes. The count is the sum of two
 * numbers: what the database contained for all nodes at this node's last exchange of counts, and what this node has
 * counted since then. Begins with 0 on each day. A count beyond {@code Long.MAX_VALUE} stays at this value.
 * Thread-safe.
 */
final class DayCount {
    private long day;
    private long stored;
    private long pending;

    /**
     * Adds an amount to the count. Returns false, and adds nothing, if the count would exceed the limit.
     *
     * @param today number of the day since the epoch
     * @param amount the amount, at least 0
     * @param limit maximum of the count; 0 for no limit
     */
    synchronized boolean add(long today, long amount, long limit) {
        begin(today);
        if (limit > 0 && amount > limit - sum(stored, pending)) {
            return false;
        }
        pending = sum(pending, amount);
        return true;
    }

    /**
     * Returns what this node has counted on the day and not yet written to the database.
     *
     * @param today number of the day since the epoch
     */
    synchronized long pending(long today) {
        begin(today);
        return pending;
    }

    /**
     * Records that this node has exchanged the count with the database. Does nothing if the day of the exchange is
     * over.
     *
     * @param today number of the day of the exchange since the epoch
     * @param written the part of {@link #pending} that was added in the database
     * @param total the sum of all nodes in the database
     */
    synchronized void exchanged(long today, long written, long total) {
        if (today == day) {
            pending -= written;
            stored = total;
        }
    }

    /**
     * Returns the count of the day, as far as this node knows it: what other nodes have counted since the last exchange
     * is missing.
     *
     * @param today number of the day since the epoch
     */
    synchronized long total(long today) {
        begin(today);
        return sum(stored, pending);
    }

    /** Returns the sum of two numbers that are not negative; {@code Long.MAX_VALUE} if it would be larger. */
    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /**
     * Sets the count to 0 if another day has begun. What was counted on the day before and not yet written to the
     * database is lost.
     */
    private void begin(long today) {
        if (today != day) {
            day = today;
            stored = 0;
            pending = 0;
        }
    }
}
