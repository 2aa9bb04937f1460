package dev.coppice.feed;

import dev.coppice.Problem;
import dev.coppice.api.Cursor;

/**
 * An event of the log as it is sent: made once, and shared by all who read it.
 *
 * @param position in the log; rises
 * @param tenant the tenant's number
 * @param namespace the namespace's number, unique among all tenants
 * @param session the session's number
 * @param frame the bytes that go over the wire; nobody writes into them
 */
record LoggedEvent(long position, int tenant, long namespace, long session, String type, byte[] frame) {
    private static final String KIND = "event";

    static LoggedEvent of(long position, int tenant, long namespace, long session, String type, byte[] data) {
        return new LoggedEvent(position, tenant, namespace, session, type, SseFrame.event(id(position), type, data));
    }

    /** The id of the event at a position: the same on every node and after every restart. */
    static String id(long position) {
        return Cursor.of(KIND, position);
    }

    /** The position of an id; 400 {@code malformed} for anything that {@link #id} has not made. */
    static long position(String id) {
        try {
            return Cursor.read(KIND, 1, id)[0];
        } catch (Problem e) {
            throw new Problem(e.code(), "The id is not one that the log gives to events.");
        }
    }

    /** True when the session is no more: nothing will ever follow in it. */
    boolean isLast() {
        return type.equals("SessionDeleted") || type.equals("SessionExpired");
    }
}
