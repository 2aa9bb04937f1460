package dev.coppice.compaction;

/**
 * The range of messages that a caller's summary is to replace.
 *
 * @param from id of the first message, or of an earlier summary that the range begins with
 * @param to id of the last message, or of an earlier summary that the range ends with
 * @param extend true to start the range where the compaction starts that covers the first message or, if there is none,
 *     that ends directly before it; without such a compaction it has no effect
 * @param expectedVersion the range's version in a plan, if the summary was written for that plan, else null
 */
public record CompactionRange(String from, String to, boolean extend, String expectedVersion) {
    public static CompactionRange of(String from, String to) {
        return new CompactionRange(from, to, false, null);
    }
}
