package dev.coppice.message;

/**
 * What a compaction is going to stand for, as it was when somebody began to summarise it. It is stored only if nothing in
 * between has been changed meanwhile.
 *
 * @param fromId the first message that it hides
 * @param toId the last message that it hides
 * @param lastId the last of them that was not deleted, null when all were
 * @param belowId the last message of a path that runs through all of them and on: the leaf's, if that does
 * @param messages that are hidden, those under older summaries included
 * @param tokens of what readers see of them now
 * @param hiddenTokens of the rows in between as they were written
 * @param pathBytes of the path down to the last row as it was written
 * @param stamp fingerprint of the changes in between
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
