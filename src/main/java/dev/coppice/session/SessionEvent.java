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
    /** Returns the name of the session that the event is about. */
    SessionName session();

    /** Writes the event's members into an open JSON object, except those that name the session. */
    default void writeMembers(JsonGenerator out) throws IOException {}

    /** Returns the event's name in the event log and in the feed: the simple name of its class. */
    default String type() {
        return getClass().getSimpleName();
    }

    /** False for an event that observers receive but the event log and the feed do not contain. */
    default boolean isLogged() {
        return true;
    }

    /**
     * Returns the changes that the search indexes of all nodes must apply with this event; the event log stores them
     * before the event. Empty for most events. Not part of the public API.
     */
    default List<IndexNotice> indexNotices() {
        return List.of();
    }
}
