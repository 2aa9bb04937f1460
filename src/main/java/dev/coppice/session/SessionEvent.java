package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * Something that has happened to a session: immutable, ids and counts only. Applications observe the records with CDI;
 * they are delivered after the transaction has committed, at most once, on the writer's thread. An observer that fails
 * harms neither the writer nor other observers.
 */
public interface SessionEvent {
    /** The session that it happened to. */
    SessionName session();

    /** Writes the members that it has besides the session. */
    default void writeMembers(JsonGenerator out) throws IOException {}

    /** Its name in the event log and in the feed. */
    default String type() {
        return getClass().getSimpleName();
    }
}
