package dev.coppice.message;

import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import java.util.List;

/**
 * Internal notice, observed inside the transaction: which messages a request has written, for the readers of a session
 * whose row is locked. Fired once per request. Not part of the public API.
 */
public record MessagesStored(SessionName name, Session session, List<Change> changes) {
    /** What happened to the previous content of a position. */
    public enum How {
        /** There was none. */
        NEW,
        /** It was replaced or deleted; no session reads it any more. */
        REPLACED,
        /**
         * It was replaced or deleted for this session, but other sessions still read it: forks, or the source that the
         * row was inherited from.
         */
        SHARED
    }

    /** @param body the message, or null when it was deleted; the array must not be modified */
    public record Change(Position position, byte[] body, How how) {}
}
