package dev.coppice.session;

/**
 * A session whose row is locked, and the number of message rows that the locking statement found for one message id.
 *
 * @param session the session; its row is locked until the transaction ends
 * @param rows number of rows with the message id in the session's tree; rows of deleted messages count, inherited rows
 *     do not. A row that another node inserts while the statement waits for the lock may be missing in this number.
 *     Then the insert of the message fails with a duplicate key, and the transaction is repeated.
 */
public record LockedSession(Session session, Long rows) {
    /**
     * True if the session certainly has no message with the message id. False if it may have one, because a row was
     * found or because the session is a fork, which may have inherited the message.
     */
    public boolean lacksMessage() {
        return rows == 0 && !session.isFork();
    }
}
