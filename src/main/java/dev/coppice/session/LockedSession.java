package dev.coppice.session;

/**
 * A session whose row is locked, and the number of rows that the locking statement found for one message id.
 *
 * @param rows number of rows with the message's id that were written in the session's tree, those of deleted messages
 *     included. A row that another node inserts while the statement waits for the lock may be missing in this number;
 *     then the insert of the message fails with a duplicate key, and the transaction is repeated
 */
public record LockedSession(Session session, Long rows) {
    /** True if the session has no message with the id. False if it may have one: a fork may have inherited it. */
    public boolean lacksMessage() {
        return rows == 0 && !session.isFork();
    }
}
