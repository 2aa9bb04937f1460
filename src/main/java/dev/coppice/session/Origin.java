package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Whose a session is and what it came from, in its row: said when it is made, and fixed.
 *
 * @param agent the agent that it was made for, or null
 * @param source what made it, or null
 * @param userId whose it is, or null
 * @param type agent, team or workflow
 * @param parentSessionId the session that it came from, or null
 * @param forkedAtMessageId the last message that it has inherited, or null when it is no fork
 */
@Embeddable
record Origin(
        String agent,
        String source,
        @Column(name = "user_id") String userId,
        @Column(length = 16) String type,
        @Column(name = "parent_session_id") String parentSessionId,
        @Column(name = "forked_at_message_id") String forkedAtMessageId) {
    static Origin of(NewSession wanted, String forkedAt) {
        var type = wanted.type() == null ? "agent" : wanted.type();
        return new Origin(wanted.agent(), wanted.source(), wanted.userId(), type, wanted.parentSessionId(), forkedAt);
    }

    boolean isFork() {
        return forkedAtMessageId != null;
    }
}
