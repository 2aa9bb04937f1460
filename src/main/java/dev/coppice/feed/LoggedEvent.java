package dev.coppice.feed;

import dev.coppice.Problem;
import dev.coppice.api.Cursor;

/**
 * An event of the log, with the bytes that are sent to its subscribers. Some rows of the log are not events for
 * clients: only the search indexes read them. Such a row has 0 as its tenant, namespace and session.
 *
 * @param position position in the log; later events have higher ones
 * @param tenant database id of the tenant, or 0
 * @param namespace database id of the namespace, or 0
 * @param session database id of the session, or 0
 * @param type name of the kind of event, such as {@code MessageAppended}
 * @param frame the event as a frame of a Server-Sent Events stream; shared by all subscribers and must not be changed
 */
public record LoggedEvent(long position, int tenant, long namespace, long session, String type, byte[] frame) {
    private static final String CURSOR_KIND = "event";

    /**
     * Creates an event from the columns of its row in the log.
     *
     * @param data the event's JSON object in UTF-8, from which the frame is made
     */
    static LoggedEvent of(long position, int tenant, long namespace, long session, String type, byte[] data) {
        return new LoggedEvent(position, tenant, namespace, session, type, SseFrame.event(id(position), type, data));
    }

    /**
     * Returns the event id that clients get for a position in the log. For one position, it is the same on every node
     * and after every restart.
     */
    static String id(long position) {
        return Cursor.of(CURSOR_KIND, position);
    }

    /**
     * Returns the position in the log that an event id contains. Throws 400 {@code malformed} if the text is not an
     * event id, that is, was not made by {@link #id}.
     */
    static long position(String id) {
        try {
            return Cursor.read(CURSOR_KIND, 1, id)[0];
        } catch (Problem e) {
            throw new Problem(e.code(), "The event id is not valid. Send the id of an event that you received.");
        }
    }

    /**
     * True if this is the last event of its session: {@code SessionDeleted} or {@code SessionExpired}. A stream of the
     * session ends after it.
     */
    boolean isLast() {
        return type.equals("SessionDeleted") || type.equals("SessionExpired");
    }
}
