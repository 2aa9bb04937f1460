package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/**
 * A public fact about a session. It is immutable and contains only ids and counts. Delivered to CDI observers after the
 * commit, at most once, on the writer's thread. The failure of an observer affects neither the writer nor other
 * observers.
 */
public interface SessionEvent {
    /** The session that the event is about. */
    SessionName session();

    /** Writes the event's members, except the session, into an open JSON object. */
    default void writeMembers(JsonGenerator out) throws IOException {}

    /** The event's name in the event log and in the feed: the simple name of its class. */
    default String type() {
        return getClass().getSimpleName();
    }

    /** False for an event that observers receive but the event log and the feed do not contain. */
    default boolean isLogged() {
        return true;
    }

    /**
     * Returns notices for the search indexes, which the event log stores before this event. Not part of the public API.
     */
    default List<IndexNotice> indexNotices() {
        return List.of();
    }
}
