package dev.coppice.session;

/**
 * A session whose row is locked for an append.
 *
 * @param session the session; its row is locked until the transaction ends
 * @param isCreated true if the session did not exist, and the transaction has created it
 * @param lacksMessage true if the session certainly has no message with the message id that was looked for; always true
 *     for a session that was created, which has no message at all. False if it may have one, because a row was found,
 *     because the session is a fork, which may have inherited the message, or because no message was looked for. The locking statement may miss a row that
 *     another node inserts while the statement waits for the lock. Then the insert of the message fails with a
 *     duplicate key, and the transaction is repeated.
 */
public record LockedSession(Session session, boolean isCreated, boolean lacksMessage) {
    static LockedSession created(Session session) {
        return new LockedSession(session, true, true);
    }

    /** Returns an existing session in which no message was looked for. */
    static LockedSession existing(Session session) {
        return new LockedSession(session, false, false);
    }

    /**
     * Returns an existing session in which a message was looked for.
     *
     * @param rows number of rows with the message id in the session's tree; rows of deleted messages count, inherited
     *     rows do not
     */
    static LockedSession counted(Session session, long rows) {
        return new LockedSession(session, false, rows == 0 && !session.isFork());
    }
}
