package dev.coppice.memory;

import dev.coppice.session.Leaf;

/**
 * A lease: the exclusive permission to write a session's summary until a certain time. Also contains the state of the
 * session at the time when the lease was acquired.
 *
 * @param session database id of the session; a later session of the same name has another id
 * @param until time when the lease expires, in milliseconds since the epoch; this time also identifies the holder of
 *     the lease
 * @param tenant database id of the tenant
 * @param tree database id of the session's tree; after a clear, the session has another tree
 * @param leaf last message that the summary will cover
 * @param seq the highest sequence number of the session's messages
 * @param agent name of the session's agent, or null
 * @param model name of the model that the session specifies, or null
 * @param previous text of the stored summary; null if there is none, or if a message that it covers was changed since
 * @param lastId id of the last message that the stored summary covers; null if there is none
 * @param changes number of requests, so far, that updated or deleted messages that the stored summary may cover
 */
public record SummaryTask(
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
