package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import jakarta.persistence.MappedSuperclass;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The columns of a session's row that say where the session comes from and how it is described: its {@link Origin},
 * which does not change except that an agent may be set once, and its {@link Description}, which clients may change at
 * any time.
 */
@MappedSuperclass
abstract class SessionAttributes extends SessionCompaction {
    private Origin origin;
    private Description description;

    SessionAttributes() {}

    SessionAttributes(SessionRow row) {
        super(row);
        origin = row.origin();
        description = row.description();
    }

    /**
     * Creates the columns of a new session.
     *
     * @param forkedAt id of the last message that a fork inherits, or null if none is inherited
     */
    SessionAttributes(NewSession fields, String forkedAt) {
        origin = Origin.of(fields, forkedAt);
        description = Description.of(fields);
    }

    /** Takes over the fields of the session in the other database, for an import. */
    void copyAttributes(SessionInfo copied) {
        origin = Origin.of(copied);
        description = Description.of(copied);
    }

    /**
     * Throws 409 {@code session-exists} if a request to get or create this session has other values for agent, source,
     * user, type or parent session than this session; see {@link Origin#refuseOtherValues}.
     */
    void refuseOtherOrigin(NewSession fields) {
        origin.refuseOtherValues(fields);
    }

    /**
     * Sets the agent of a session that has none, and returns true. If the session has this agent already, changes
     * nothing and returns false. Throws 409 {@code agent-fixed} if the session has another agent.
     *
     * @param agent the agent's name; null to require that the session has no agent
     */
    boolean assignAgent(String agent) {
        if (Objects.equals(agent, origin.agent())) {
            return false;
        }
        if (origin.agent() != null) {
            throw new Problem(Code.AGENT_FIXED, "The session has an agent, which cannot be changed or removed.");
        }
        origin = origin.withAgent(agent);
        return true;
    }

    void describe(UnaryOperator<Description> change) {
        description = change.apply(description);
    }

    boolean matches(SessionFilter filter) {
        return filter.matches(origin, isEnded());
    }

    Origin origin() {
        return origin;
    }

    Description description() {
        return description;
    }

    /** Returns the user of the session, or null. */
    public String userId() {
        return origin.userId();
    }

    /** Returns the display name, or null. */
    public String name() {
        return description.name();
    }

    /** Returns the name of the model that was set for the session; null if it uses the model of its agent. */
    public String model() {
        return description.model();
    }

    /** Returns the agent's name, or null. */
    public String agent() {
        return origin.agent();
    }

    /** True if this is a fork that inherited messages. Its tree may then read rows of another tree. */
    public boolean isFork() {
        return origin.isFork();
    }

    /** Returns the metadata, a JSON object as the client sent it. The array must not be modified. */
    public byte[] metadata() {
        return description.metadata();
    }

    /** True if the agent's {@code compactBy} applies: the session has an agent, and no {@code compactBy} of its own. */
    boolean comparesTokensOfAgent() {
        return origin.agent() != null && description.compactBy() == null;
    }
}
