package dev.coppice.compaction;

/**
 * The range of messages that a caller's summary is to replace.
 *
 * @param from id of the first message, or of an earlier summary that the range begins with
 * @param to id of the last message, or of an earlier summary that the range ends with
 * @param extend true to begin the range with the first message of an earlier compaction: the one that covers
 *     {@code from} or, if there is none, the one that ends directly before {@code from}. If there is neither, the range
 *     begins with {@code from}
 * @param expectedVersion the range's version in a plan, if the summary was written for that plan, else null
 */
public record CompactionRange(String from, String to, boolean extend, String expectedVersion) {
    public static CompactionRange of(String from, String to) {
        return new CompactionRange(from, to, false, null);
    }
}
