package dev.coppice.message;

import dev.coppice.session.Session;

/**
 * A live message as the readers of a session see it, without its body.
 *
 * @param createdAt epoch milliseconds
 * @param bytes bytes of its body
 * @param edit true when the body is stored in an edit
 */
public record VisibleMessage(
        Session session, Position position, String id, String role, long createdAt, int bytes, boolean edit) {
    static VisibleMessage of(Session session, MessageRow row, boolean edit) {
        return new VisibleMessage(session, row.position(), row.id(), row.role(), row.createdAt(), row.bytes(), edit);
    }
}
