package dev.coppice.memory;

import dev.coppice.session.Leaf;

/**
 * The right to write a session's summary, and the state of the session when the right began.
 *
 * @param session number of the session's row; a later session of the same name has another one
 * @param until when the right ends, in epoch milliseconds; identifies the holder
 * @param tenant number of the tenant
 * @param tree of the session; a cleared session has another one
 * @param leaf the last message to cover
 * @param seq the session's last message number
 * @param agent of the session, or null
 * @param model that the session names, or null
 * @param previous the current summary if it is valid, or null
 * @param lastId the last message that the previous summary covers
 * @param changes number of changes of messages so far
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
