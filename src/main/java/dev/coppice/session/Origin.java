package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a session that do not change after its creation, except that an agent may be set once if there is none.
 * Embedded in the session's row.
 *
 * @param agent the agent's name, or null
 * @param source name of the system that created the session, or null
 * @param userId the user of the session, or null
 * @param type {@code agent}, {@code team} or {@code workflow}
 * @param parentSessionId id of the session that it was forked or split from, or that the client named at creation; null
 *     if there is none
 * @param forkedAtMessageId id of the last message that the session inherited as a fork; null if it inherited none
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

    static Origin of(SessionInfo copied) {
        return new Origin(
                copied.agent(),
                copied.source(),
                copied.userId(),
                copied.type(),
                copied.parentSessionId(),
                copied.forkedAtMessageId());
    }

    Origin withAgent(String newAgent) {
        return new Origin(newAgent, source, userId, type, parentSessionId, forkedAtMessageId);
    }

    boolean isFork() {
        return forkedAtMessageId != null;
    }

    /**
     * Throws 409 {@code session-exists} if a request to get or create this session has other values than this session
     * for agent, source, user, type or parent session. A field of the request that is null is not compared.
     */
    void refuseOtherValues(NewSession fields) {
        var others = new ArrayList<String>();
        addIfOther("agent", fields.agent(), agent, others);
        addIfOther("source", fields.source(), source, others);
        addIfOther("userId", fields.userId(), userId, others);
        addIfOther("type", fields.type(), type, others);
        addIfOther("parentSessionId", fields.parentSessionId(), parentSessionId, others);
        if (!others.isEmpty()) {
            var problem = new Problem(
                    Code.SESSION_EXISTS,
                    "The session exists with another value of " + String.join(", ", others)
                            + ". Such fields are fixed when a session is created.");
            others.forEach(field -> problem.error("/" + field, "The session has another value."));
            throw problem;
        }
    }

    private static void addIfOther(String field, String value, String fixed, List<String> others) {
        if (value != null && !value.equals(fixed)) {
            others.add(field);
        }
    }
}
