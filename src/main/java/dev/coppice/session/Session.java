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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Database row of a session. Every writer locks it first. Methods with "Only for a locked session" in their comment
 * need the limits of the session's agent, which are loaded when the row is locked. A session is created, written,
 * perhaps ended by a split, and finally deleted or expired. Its messages belong to its {@link Tree}.
 */
@Entity
public class Session extends SessionAttributes {
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

    private Usage usage = Usage.NONE;
    private Lifetime lifetime;

    /** The limits of the session's agent; null if the session's row is not locked. */
    @Transient
    private AgentLimits limits;

    protected Session() {}

    /** Creates a detached session from the columns of its row, read by JDBC without a lock. */
    Session(SessionRow row) {
        super(row);
        id = row.id();
        tenant = row.tenant();
        namespace = row.namespace();
        sessionId = row.sessionId();
        tree = row.tree();
        version = row.version();
        usage = row.usage();
        lifetime = row.lifetime();
    }

    /**
     * Creates a session, with the version 1. {@code tenant} and {@code namespace} are database ids.
     *
     * @param tree its new tree, without rows of its own
     * @param forkedAt id of the last message that a fork inherits, or null if none is inherited
     * @param limits the limits of the session's agent
     */
    Session(int tenant, long namespace, String id, Tree tree, NewSession fields, String forkedAt, AgentLimits limits) {
        super(fields, forkedAt);
        this.tenant = tenant;
        this.namespace = namespace;
        this.sessionId = id;
        this.tree = tree.id();
        this.version = 1;
        this.limits = limits;
        this.lifetime = Lifetime.start(fields.times(), fields.ttlSeconds(), limits.ttlSeconds());
    }

    /**
     * Returns the fields for a fork of this session, or for the session that continues it after a split. They have this
     * session's agent, source, user, type, model, metadata, limits and time to live.
     *
     * @param name display name of the new session, or null
     */
    NewSession child(String name) {
        return NewSession.childOf(sessionId, name, origin(), description(), lifetime.ttlSeconds());
    }

    /**
     * Returns the fields of this session that its tree's row stores after the tree is orphaned, while forks read the
     * tree.
     */
    OrphanOwner orphanOwner() {
        return new OrphanOwner(id, tenant, namespace, userId(), agent(), origin().source());
    }

    @Override
    public void touch() {
        lifetime = lifetime.afterWrite(limits.ttlSeconds(), DatabaseClock.now());
    }

    /**
     * Stores the limits of the session's agent in this object, unless it already has them. Called when the row is
     * locked.
     */
    void loadLimits(Supplier<AgentLimits> agentLimits) {
        limits = limits == null ? agentLimits.get() : limits;
    }

    @Override
    public AgentLimits limits() {
        var own = description();
        return limits.overriddenBy(lifetime.ttlSeconds(), own.maxMessages(), own.compactAfter(), own.compactBy());
    }

    public boolean isExpired() {
        return lifetime.isExpired();
    }

    /** True as long as an import of the session is not complete. */
    public boolean isImporting() {
        return lifetime.importing();
    }

    @Override
    boolean isEnded() {
        return lifetime.isEnded();
    }

    /** Throws 409 {@code session-ended} if a split has ended the session, so that it accepts no more messages. */
    public void refuseIfEnded() {
        if (lifetime.isEnded()) {
            throw new Problem(Code.SESSION_ENDED, "The session was ended by a split and accepts no more messages.");
        }
    }

    /** Ends the session because of a split: it accepts no more messages. Sets {@code endReason} to {@code reason}. */
    void end(String reason) {
        lifetime = lifetime.ended(reason);
        touch();
    }

    /**
     * Sets the agent as {@link #assignAgent(String)} does. If it was set, also stores the limits of the agent in this
     * object.
     *
     * @param agentLimits supplies the limits of {@code agent}; called only if the agent is set
     */
    boolean assignAgent(String agent, Supplier<AgentLimits> agentLimits) {
        boolean assigned = assignAgent(agent);
        limits = assigned ? agentLimits.get() : limits;
        return assigned;
    }

    void changeLifetime(UnaryOperator<Lifetime> change) {
        lifetime = change.apply(lifetime);
    }

    void addUsage(Usage more) {
        usage = usage.plus(more);
        if (more.inputTokens() > 0) {
            recordReportedTokens(more.inputTokens());
        }
        touch();
    }

    /** Replaces {@code before}, a usage that was added to the session's usage earlier, by the usage {@code now}. */
    public void replaceUsage(Usage before, Usage now) {
        usage = usage.minus(before).plus(now);
        touch();
    }

    /**
     * Gives the session an empty tree, sets its counters of messages and tokens to 0, and forgets the reported tokens.
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

    /** Returns the database id of the tree with the session's messages. */
    public long tree() {
        return tree;
    }

    /** Returns the session's version, which is its ETag. It changes when a change is flushed to the database. */
    public long version() {
        return version;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    /** Completes an import: takes agent, fields, times and usage from the session in the other database. */
    void completeImport(SessionInfo copied, AgentLimits agentLimits) {
        copyAttributes(copied);
        limits = agentLimits;
        lifetime = Lifetime.imported(copied, agentLimits.ttlSeconds());
        usage = copied.usage();
    }

    /** Returns a copy of the session's fields, with the version of the last flush. Only for a locked session. */
    public SessionInfo info(String namespace) {
        return info(namespace, limits.compactBy());
    }

    /**
     * Returns a copy of the session's fields, with the version of the last flush. Needs no lock.
     *
     * @param agentCompactBy the agent's {@code compactBy}; null means {@link CompactBy#ESTIMATE}
     */
    SessionInfo info(String namespace, CompactBy agentCompactBy) {
        var own = description().compactBy();
        return new SessionInfo(
                sessionId,
                namespace,
                description(),
                origin(),
                lifetime,
                leafId(),
                messageCount(),
                tokens(),
                contextTokens(own == null ? agentCompactBy : own),
                usage,
                version);
    }
}
