package dev.coppice.compaction;

/**
 * The range of messages that a summary replaces which a client has written itself.
 *
 * @param from id of the first message, inclusive, or of an earlier summary with which the range begins
 * @param to id of the last message, inclusive, or of an earlier summary with which the range ends
 * @param extend false to begin the range with {@code from}; true to begin it with the first message of an earlier
 *     compaction: the one that covers {@code from} or, if there is none, the one that ends directly before
 *     {@code from}; without both, with {@code from}
 * @param expectedVersion {@code rangeVersion} of the plan for which the summary was written; if messages of the range
 *     have changed since, the summary is refused. Null if there was no plan: then no check is made.
 */
public record CompactionRange(String from, String to, boolean extend, String expectedVersion) {
    /**
     * Returns the range from one message id to another, both inclusive, that does not extend an earlier compaction and
     * has no expected version.
     */
    public static CompactionRange of(String from, String to) {
        return new CompactionRange(from, to, false, null);
    }
}
