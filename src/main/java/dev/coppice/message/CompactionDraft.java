package dev.coppice.message;

import java.util.Objects;

/**
 * The range of messages that a compaction will replace, at the moment when summarizing begins. The compaction is stored
 * only if nothing in the range has changed since.
 *
 * @param fromId id of the first message to replace
 * @param toId id of the last message to replace
 * @param lastId id of the last message of the range that is not deleted, or null when all were deleted
 * @param belowId id of the last message of a path that contains the whole range: the session's leaf if its path does
 * @param from position of the first row
 * @param to position of the last row
 * @param messages number of messages to replace, including those that older summaries replace already
 * @param tokens tokens of the range as readers see it now
 * @param hiddenTokens tokens of the rows in the range as first written
 * @param pathBytes bytes of all rows of the path down to {@code to}, as first written
 * @param stamp fingerprint of the edits and overlays in the range, by which a change is detected
 */
public record CompactionDraft(
        String fromId,
        String toId,
        String lastId,
        String belowId,
        Position from,
        Position to,
        int messages,
        long tokens,
        long hiddenTokens,
        long pathBytes,
        long stamp) {
    /**
     * Returns a text that identifies the range and its state: it is equal for two drafts only if both have the same
     * ends and nothing in the range has changed between them. Clients send it back to detect changes.
     */
    public String rangeVersion() {
        int ends = Objects.hash(from.branch(), from.depth(), to.branch(), to.depth());
        return Long.toUnsignedString(stamp * 31 + ends, Character.MAX_RADIX);
    }
}
