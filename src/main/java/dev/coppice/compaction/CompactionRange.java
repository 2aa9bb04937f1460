package dev.coppice.compaction;

/**
 * The messages that a client wants to replace by a summary that it has written itself.
 *
 * @param from id of the first message, inclusive, or of an earlier summary with which the range begins
 * @param to id of the last message, inclusive, or of an earlier summary with which the range ends
 * @param extend true to replace also the messages of an earlier compaction that covers {@code from} or ends directly
 *     before {@code from}: the range then begins with the first message of that compaction. Without such a compaction,
 *     and if false, the range begins with {@code from}
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
