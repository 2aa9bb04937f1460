package dev.coppice.message;

import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import java.util.List;

/**
 * Internal notice, fired inside the transaction: one request has written or deleted messages of a session. Not part of
 * the public API.
 *
 * @param name the session's name
 * @param session the session's row, which is locked
 * @param changes the messages in the order of writing
 */
public record MessagesStored(SessionName name, Session session, List<Change> changes) {
    /** Effect of a write or delete on the body that was stored at the message's position before. */
    public enum How {
        /** No body was stored before: the message is new. */
        NEW,
        /** The earlier body was replaced or deleted, and no session reads it any more. */
        REPLACED,
        /**
         * The earlier body was replaced or deleted for this session only. Other sessions still read it: forks, or the
         * session that the message was inherited from.
         */
        SHARED
    }

    /**
     * One message that was inserted, replaced or deleted.
     *
     * @param position position of the message's row
     * @param body the message's JSON, or null if the message was deleted; the array must not be modified
     * @param how what happened to the body that was stored before
     */
    public record Change(Position position, byte[] body, How how) {}
}
