package dev.coppice.session;

import java.util.function.Consumer;

/**
 * The values of a session that a fork or a split creates, except the values that are copied from the forked or split
 * session.
 *
 * @param name name of the new session, in the namespace of the other session
 * @param hasUniqueId true if the session id is a new random UUID; then no check is made whether a session with this
 *     name exists
 * @param title display name, or null
 * @param forkedAt id of the last message that a fork inherits; null if none is inherited
 * @param base the last row that a fork inherits; null if none is inherited
 * @param totals sets the leaf and the counters of messages of the new session; called with the session after its tree
 *     was inserted, but before its row is inserted
 */
public record NewChild(
        SessionName name,
        boolean hasUniqueId,
        String title,
        String forkedAt,
        Tree.Base base,
        Consumer<Session> totals) {
    /**
     * Returns the values for a new session that inherits no messages.
     *
     * @param name name of the new session
     * @param title display name, or null
     */
    static NewChild withoutMessages(SessionName name, String title) {
        return new NewChild(name, false, title, null, null, session -> {});
    }
}
