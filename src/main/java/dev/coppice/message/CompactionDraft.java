package dev.coppice.message;

/**
 * The range of a compaction at the moment when summarizing began. The compaction is stored only if nothing in the range
 * has changed since.
 *
 * @param fromId id of the first message to hide
 * @param toId id of the last message to hide
 * @param lastId id of the last live message of the range, null when all were deleted
 * @param belowId id of the last message of a path that contains the whole range: the session's leaf if its path does
 * @param messages number of messages to hide, including those under older summaries
 * @param tokens tokens of the range as readers see it now
 * @param hiddenTokens tokens of the rows in the range as first written
 * @param pathBytes bytes of all rows of the path down to {@code to}, as first written
 * @param stamp fingerprint of the edits and overlays in the range
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
        long stamp) {}
