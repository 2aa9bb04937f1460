package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/**
 * A public fact about a session. It is immutable and contains ids, names, numbers and other short values, but no texts
 * of messages. It is delivered to CDI observers after the commit, at most once, on the thread of the writer. The
 * failure of an observer affects neither the writer nor other observers.
 */
public interface SessionEvent {
    /** Returns the name of the session that the event is about. */
    SessionName session();

    /**
     * Writes the data of the event as members of the event's JSON object. The members that name the session are written
     * elsewhere. Writes nothing by default.
     *
     * @param out the generator of the object; the caller writes the start and the end of the object
     */
    default void writeMembers(JsonGenerator out) throws IOException {}

    /** Returns the event's name for clients, which the event log also stores: the simple name of its class. */
    default String type() {
        return getClass().getSimpleName();
    }

    /**
     * True if the event is stored in the event log and delivered to clients. False for an event that only CDI observers
     * receive.
     */
    default boolean isLogged() {
        return true;
    }

    /**
     * Returns further changes that all nodes must apply to their search indexes because of this event. The event log
     * stores them before the event. Empty for most events. Not part of the public API.
     */
    default List<IndexNotice> indexNotices() {
        return List.of();
    }
}
