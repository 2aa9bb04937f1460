package dev.coppice.session;

import java.util.function.Consumer;

/**
 * A session that is created by a fork or a split of another session.
 *
 * @param name name of the new session, in the namespace of the other session
 * @param hasUniqueId true if the session id is a new random UUID, so that no session with this name needs to be looked
 *     up
 * @param title display name, or null
 * @param forkedAt id of the last message that a fork inherits; null if none is inherited
 * @param base last row that a fork inherits; null if it inherits none
 * @param totals sets the totals of the new session before its row is inserted, but after its tree was inserted
 */
public record NewChild(
        SessionName name,
        boolean hasUniqueId,
        String title,
        String forkedAt,
        Tree.Base base,
        Consumer<Session> totals) {
    /** Returns the description of a new session that inherits no messages. */
    static NewChild withoutMessages(SessionName name, String title) {
        return new NewChild(name, false, title, null, null, session -> {});
    }
}
