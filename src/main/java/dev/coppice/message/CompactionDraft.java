package dev.coppice.message;

import java.util.Objects;

/**
 * The range of messages that a compaction is to replace, as it was when summarizing began. The compaction is stored
 * only if nothing in the range has changed since.
 *
 * @param fromId id of the first message to replace
 * @param toId id of the last message to replace
 * @param lastId id of the last message of the range that is not deleted; null if all messages of the range are deleted
 * @param belowId id of a message whose path contains the range: the session's leaf if its path contains the range, else
 *     the last live message at or below {@code to} on the same branch, else {@code lastId}
 * @param from position of the row of the first message, which is part of the range
 * @param to position of the row of the last message, which is part of the range
 * @param messages number of messages to replace, including those that older summaries replace already; deleted messages
 *     do not count
 * @param tokens tokens of the range as readers saw it at that time, with edits and earlier compactions applied
 * @param hiddenTokens tokens of the rows in the range as first written
 * @param pathBytes bytes of all rows of the path down to {@code to}, as first written
 * @param stamp fingerprint of the updates, deletes and compactions in the range; it differs after any further change
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
     * Returns a text by which a client detects that the range has changed. It stays the same as long as the range has
     * the same ends and nothing in it has changed. Otherwise it differs, except by a rare collision of hashes.
     */
    public String rangeVersion() {
        int ends = Objects.hash(from.branch(), from.depth(), to.branch(), to.depth());
        return Long.toUnsignedString(stamp * 31 + ends, Character.MAX_RADIX);
    }
}
