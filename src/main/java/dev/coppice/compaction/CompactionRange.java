package dev.coppice.compaction;

/**
 * The range of messages that is to be replaced by a summary from a caller.
 *
 * @param from id of the first message, or of an earlier summary with which the range begins
 * @param to id of the last message, or of an earlier summary with which the range ends
 * @param extend true to begin the range with the first message of an earlier compaction: the one that covers
 *     {@code from} or, if there is none, the one that ends directly before {@code from}. If there is neither, the range
 *     begins with {@code from}
 * @param expectedVersion the range's version in the plan for which the summary was written; null if there was no plan
 */
public record CompactionRange(String from, String to, boolean extend, String expectedVersion) {
    public static CompactionRange of(String from, String to) {
        return new CompactionRange(from, to, false, null);
    }
}
