package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentLimits;
import dev.coppice.agent.CompactBy;
import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The row of a session. Every writer locks it first. A session is created, written, perhaps ended by a split, and
 * finally deleted or expired; its messages belong to its {@link Tree}.
 */
@Entity
public class Session extends SessionCompaction {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tenant_id")
    private int tenant;

    @Column(name = "namespace_id")
    private long namespace;

    @Column(name = "session_id")
    private String sessionId;

    @Column(name = "tree_id")
    private long tree;

    @Version
    private long version;

    private Origin origin;
    private Description description;
    private Usage usage = Usage.NONE;
    private Lifetime lifetime;

    /** The limits of the session's agent; null unless the row is locked. */
    @Transient
    private AgentLimits limits;

    protected Session() {}

    /**
     * Creates a session with an empty tree.
     *
     * @param forkedAt id of the last inherited message, or null when the session is no fork
     */
    Session(int tenant, long namespace, String id, Tree tree, NewSession fields, String forkedAt, AgentLimits limits) {
        this.tenant = tenant;
        this.namespace = namespace;
        this.sessionId = id;
        this.tree = tree.id();
        this.origin = Origin.of(fields, forkedAt);
        this.description = Description.of(fields);
        this.version = 1;
        this.limits = limits;
        this.lifetime = Lifetime.startNow(fields.ttlSeconds(), limits.ttlSeconds());
    }

    /**
     * Returns the fields of a session that is forked or split from this one.
     *
     * @param name display name of the new session
     */
    NewSession child(String name) {
        return NewSession.childOf(sessionId, name, origin, description, lifetime.ttlSeconds());
    }

    /** Returns the fields that an orphaned tree keeps of this session while forks read its messages. */
    OrphanOwner orphanOwner() {
        return new OrphanOwner(id, tenant, namespace, origin.userId(), origin.agent(), origin.source());
    }

    /**
     * Marks a write: sets the time of the last write, and computes the expiry from the session's own time to live or
     * its agent's. Every change must call it.
     */
    @Override
    public void touch() {
        lifetime = lifetime.afterWrite(limits.ttlSeconds(), DatabaseClock.now());
    }

    /**
     * Loads the agent's limits by {@code agentLimits}, unless they are loaded already. Called when the row is locked.
     */
    void loadLimits(Supplier<AgentLimits> agentLimits) {
        limits = limits == null ? agentLimits.get() : limits;
    }

    /**
     * Returns the limits in effect: the session's own values, or the agent's where the session has none. Only for a
     * locked session.
     */
    @Override
    public AgentLimits limits() {
        return limits.overriddenBy(
                lifetime.ttlSeconds(), description.maxMessages(), description.compactAfter(), description.compactBy());
    }

    public boolean isExpired() {
        return lifetime.isExpired();
    }

    @Override
    boolean isEnded() {
        return lifetime.isEnded();
    }

    /** Throws 409 {@code session-ended} if a split has ended the session: it accepts no more messages. */
    public void refuseIfEnded() {
        if (lifetime.isEnded()) {
            throw new Problem(Code.SESSION_ENDED, "The session was ended by a split and accepts no more messages.");
        }
    }

    /** Throws 409 {@code session-exists} if the fields name another value of a field that is fixed at creation. */
    void refuseOtherOrigin(NewSession fields) {
        origin.refuseOtherValues(fields);
    }

    /** Ends the session, as a split does: it accepts no more messages. */
    void end(String reason) {
        lifetime = lifetime.ended(reason);
        touch();
    }

    /**
     * Sets the agent of a session that has none, with the agent's limits. Returns false, and changes nothing, when the
     * session already has this agent; 409 {@code agent-fixed} when it has another one.
     *
     * @param agent the agent's name, or null to require that the session has none
     */
    boolean assignAgent(String agent, Supplier<AgentLimits> agentLimits) {
        if (Objects.equals(agent, origin.agent())) {
            return false;
        }
        if (origin.agent() != null) {
            throw new Problem(Code.AGENT_FIXED, "The session has an agent, which cannot be changed or removed.");
        }
        origin = origin.withAgent(agent);
        limits = agentLimits.get();
        return true;
    }

    void describe(UnaryOperator<Description> change) {
        description = change.apply(description);
    }

    void changeTtl(Long ttlSeconds) {
        lifetime = lifetime.withTtl(ttlSeconds);
    }

    void addUsage(Usage more) {
        usage = usage.plus(more);
        if (more.inputTokens() > 0) {
            recordReportedTokens(more.inputTokens());
        }
        touch();
    }

    /** Corrects usage that was counted before: subtracts {@code before} and adds {@code now}. */
    public void replaceUsage(Usage before, Usage now) {
        usage = usage.minus(before).plus(now);
        touch();
    }

    /**
     * Records that all messages were cleared.
     *
     * @param emptyTree the tree that replaces the session's tree
     */
    public void recordClear(Tree emptyTree) {
        tree = emptyTree.id();
        clearTotals();
        forgetReportedTokens();
        touch();
    }

    public long id() {
        return id;
    }

    public int tenant() {
        return tenant;
    }

    public long namespace() {
        return namespace;
    }

    public String sessionId() {
        return sessionId;
    }

    /** Returns the user of the session, or null. */
    public String userId() {
        return origin.userId();
    }

    /** Returns the display name, or null. */
    public String name() {
        return description.name();
    }

    /** Returns the name of the model that the session uses, or null. */
    public String model() {
        return description.model();
    }

    /** Returns the agent's name, or null. */
    public String agent() {
        return origin.agent();
    }

    /** Returns the id of the tree with the session's messages. */
    public long tree() {
        return tree;
    }

    /** True when the session was created as a fork. Its tree may then inherit rows of another tree. */
    public boolean isFork() {
        return origin.isFork();
    }

    /** Returns the version as of the last flush, which is the session's ETag. */
    public long version() {
        return version;
    }

    /** Returns the metadata, a JSON object as the client sent it. The array must not be modified. */
    public byte[] metadata() {
        return description.metadata();
    }

    boolean matches(SessionFilter filter) {
        return filter.matches(origin, lifetime.isEnded());
    }

    long updatedAt() {
        return lifetime.updatedAt();
    }

    /** Returns a copy of the session's fields, with the version as of the last flush. Only for a locked session. */
    public SessionInfo info(String namespace) {
        return info(namespace, limits.compactBy());
    }

    /**
     * As {@link #info(String)}, also for a session that is not locked.
     *
     * @param agentCompactBy the kind of tokens that the session's agent compares, or null
     */
    SessionInfo info(String namespace, CompactBy agentCompactBy) {
        var compactBy = description.compactBy() == null ? agentCompactBy : description.compactBy();
        return new SessionInfo(
                sessionId,
                namespace,
                description,
                origin,
                lifetime,
                leafId(),
                messageCount(),
                tokens(),
                contextTokens(compactBy),
                usage,
                version);
    }

    /** True when the session's agent decides which number of tokens is compared. */
    boolean comparesTokensOfAgent() {
        return origin.agent() != null && description.compactBy() == null;
    }
}
