package dev.coppice.message;

import dev.coppice.session.Session;

/**
 * A message as the readers of a session see it: with edits applied, and without its body. A deleted message has no
 * object of this type.
 *
 * @param session the session in which the message is seen
 * @param position position of the message's row, which may belong to another tree if the session is a fork
 * @param id id of the message
 * @param role value of the message's member {@code role}, such as {@code user}
 * @param createdAt time of the message in milliseconds since the epoch
 * @param bytes size of the body in bytes
 * @param edit true if the body is stored in an {@link Edit} and not in the message's row
 */
public record VisibleMessage(
        Session session, Position position, String id, String role, long createdAt, int bytes, boolean edit) {
    static VisibleMessage of(Session session, MessageRow row, boolean edit) {
        return new VisibleMessage(session, row.position(), row.id(), row.role(), row.createdAt(), row.bytes(), edit);
    }
}
