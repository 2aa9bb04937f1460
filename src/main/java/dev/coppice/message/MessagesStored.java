package dev.coppice.message;

import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import java.util.List;

/**
 * A notice between rooms, observed inside the transaction: what stands at some positions now, for the readers of a
 * session whose row is locked. Once a call, with all that the call wrote. No part of the public API.
 */
public record MessagesStored(SessionName name, Session session, List<Change> changes) {
    /** What became of that which stood at the position. */
    public enum How {
        /** Nothing stood there. */
        NEW,
        /** It is gone; nobody else reads it. */
        REPLACED,
        /** Other sessions go on reading it: those that inherited it, or the one that this one inherited it from. */
        BESIDE
    }

    /** @param body the message, or null when it was deleted; nobody writes into it */
    public record Change(Position position, byte[] body, How how) {}
}
