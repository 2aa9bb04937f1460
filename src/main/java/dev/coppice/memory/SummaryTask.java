package dev.coppice.memory;

import dev.coppice.session.Leaf;

/**
 * The right to write a session's summary, and what was there when it was given.
 *
 * @param session the session's number, which no other session of its name has
 * @param until when the right ends, which tells it from everybody else's
 * @param tree that its messages hang on: another one since it was cleared
 * @param leaf up to which message it shall go
 * @param seq the session's last number
 * @param agent or null
 * @param model that the session names, or null
 * @param previous the summary that is there and sound, or null
 * @param lastId the last message that the previous one stands for
 * @param changes of messages that are known
 */
record SummaryTask(
        long session,
        long until,
        int tenant,
        long tree,
        Leaf leaf,
        long seq,
        String agent,
        String model,
        String previous,
        String lastId,
        long changes) {}
