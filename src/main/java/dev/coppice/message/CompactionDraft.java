package dev.coppice.message;

import java.util.Objects;

/**
 * The range of messages that a compaction will replace, at the moment when summarizing begins. The compaction is stored
 * only if nothing in the range has changed since.
 *
 * @param fromId id of the first message to replace
 * @param toId id of the last message to replace
 * @param lastId id of the last message of the range that is not deleted, or null when all were deleted
 * @param belowId id of a message at or below the end of the range, whose path contains the range: the session's leaf if
 *     its path does, else the last message of the branch of {@code to}
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
     * Returns a text that clients send back to detect changes. It stays the same as long as the range has the same ends
     * and nothing in it has changed; otherwise it differs, except by a rare collision of hashes.
     */
    public String rangeVersion() {
        int ends = Objects.hash(from.branch(), from.depth(), to.branch(), to.depth());
        return Long.toUnsignedString(stamp * 31 + ends, Character.MAX_RADIX);
    }
}
