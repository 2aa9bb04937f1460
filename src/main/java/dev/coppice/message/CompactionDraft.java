package dev.coppice.message;

/**
 * The range of a compaction at the moment when summarizing began. The compaction is stored only if nothing in the range
 * has changed since.
 *
 * @param fromId the first message that it hides
 * @param toId the last message that it hides
 * @param lastId the last live message of the range, null when all were deleted
 * @param belowId the last message of a path through the whole range: the leaf's path if it runs through it
 * @param messages hidden messages, including those under older summaries
 * @param tokens tokens of the range as readers see it now
 * @param hiddenTokens tokens of the rows in the range as first written
 * @param pathBytes bytes of the path down to the last row as first written
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
