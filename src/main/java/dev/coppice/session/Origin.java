package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * The fields of a session that are fixed at creation, embedded in the session's row.
 *
 * @param agent the agent's name, or null
 * @param source the system that created the session, or null
 * @param userId the user of the session, or null
 * @param type agent, team or workflow
 * @param parentSessionId the session that it was forked or split from, or null
 * @param forkedAtMessageId id of the last inherited message, or null when the session is no fork
 */
@Embeddable
record Origin(
        String agent,
        String source,
        @Column(name = "user_id") String userId,
        @Column(length = 16) String type,
        @Column(name = "parent_session_id") String parentSessionId,
        @Column(name = "forked_at_message_id") String forkedAtMessageId) {
    static Origin of(NewSession session, String forkedAt) {
        var type = session.type() == null ? "agent" : session.type();
        return new Origin(
                session.agent(), session.source(), session.userId(), type, session.parentSessionId(), forkedAt);
    }

    boolean isFork() {
        return forkedAtMessageId != null;
    }
}
