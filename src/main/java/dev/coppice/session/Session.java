package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentLimits;
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
import org.hibernate.annotations.OptimisticLock;

/**
 * The row of a session. Every writer locks it first. A session is created, written, perhaps ended by a split, and
 * finally deleted or expired; its messages belong to its {@link Tree}.
 */
@Entity
public class Session extends SessionTotals {
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

    @OptimisticLock(excluded = true)
    private WriterState writerState = WriterState.NONE;

    /** The agent's limits; loaded only when the row is locked. */
    @Transient
    private AgentLimits limits;

    protected Session() {}

    /** @param forkedAt id of the last inherited message, or null */
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

    /** Returns the fields of a session that is forked or split from this one. */
    NewSession child(String name) {
        return NewSession.childOf(sessionId, name, origin, description, lifetime.ttlSeconds());
    }

    /** Returns the fields to keep after the session was removed, as long as forks read its messages. */
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

    /** Loads the agent's limits of a locked session, once per transaction. */
    void loadLimits(Supplier<AgentLimits> agentLimits) {
        limits = limits == null ? agentLimits.get() : limits;
    }

    /** Returns the limits in effect: the session's own, else the agent's. Only for a locked session. */
    public AgentLimits limits() {
        return limits.overriddenBy(lifetime.ttlSeconds(), description.maxMessages(), description.compactAfter());
    }

    public boolean isExpired() {
        return lifetime.isExpired();
    }

    /** Throws 409 {@code session-ended} after a split: the session accepts no more messages. */
    public void refuseIfEnded() {
        if (lifetime.isEnded()) {
            throw new Problem(Code.SESSION_ENDED, "The session was ended by a split and accepts no more messages.");
        }
    }

    /** Ends the session, as a split does: it accepts no more messages. */
    void end(String reason) {
        lifetime = lifetime.ended(reason);
        touch();
    }

    void describe(UnaryOperator<Description> change) {
        description = change.apply(description);
    }

    void changeTtl(Long ttlSeconds) {
        lifetime = lifetime.withTtl(ttlSeconds);
    }

    void addUsage(Usage more) {
        usage = usage.plus(more);
        touch();
    }

    /** Replaces an earlier amount of usage by another one. */
    public void replaceUsage(Usage before, Usage now) {
        usage = usage.minus(before).plus(now);
        touch();
    }

    /**
     * Records that all messages were cleared.
     *
     * @param emptyTree replaces the session's tree
     */
    public void recordClear(Tree emptyTree) {
        tree = emptyTree.id();
        clearTotals();
        touch();
    }

    public void recordPromptTokens(long tokens) {
        writerState = writerState.withPromptTokens(tokens);
    }

    public long promptTokens() {
        return writerState.promptTokens();
    }

    /**
     * True when the tokens of path and prompt together exceed the {@code compactAfter} in effect. Only for a locked
     * session.
     */
    public boolean isOverThreshold() {
        var threshold = limits().compactAfter();
        return threshold != null && tokens() + writerState.promptTokens() > threshold;
    }

    /** Acquires the compaction lease until a time, in epoch milliseconds; false when it is held. */
    public boolean beginCompaction(long until) {
        boolean free = !writerState.isCompacting();
        writerState = free ? writerState.withCompactingUntil(until) : writerState;
        return free;
    }

    /** Releases the compaction lease if it is the one that was acquired until this time. */
    public void endCompaction(long until) {
        writerState = writerState.isCompactingUntil(until) ? writerState.withCompactingUntil(null) : writerState;
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

    /** The user of the session, or null. */
    public String userId() {
        return origin.userId();
    }

    /** The display name, or null. */
    public String name() {
        return description.name();
    }

    /** The name of the model that the session uses, or null. */
    public String model() {
        return description.model();
    }

    /** The agent's name, or null. */
    public String agent() {
        return origin.agent();
    }

    /** The id of the tree with the session's messages. */
    public long tree() {
        return tree;
    }

    /** True when the session was created as a fork. Then its tree may inherit rows of another tree. */
    public boolean isFork() {
        return origin.isFork();
    }

    /** The version after the last flush, which is the session's ETag. */
    public long version() {
        return version;
    }

    /** A JSON object, verbatim. */
    public byte[] metadata() {
        return description.metadata();
    }

    boolean matches(SessionFilter filter) {
        return filter.matches(origin, lifetime.isEnded());
    }

    long updatedAt() {
        return lifetime.updatedAt();
    }

    /** A copy of the session's fields, with the version of the last flush. */
    public SessionInfo info(String namespace) {
        return new SessionInfo(
                sessionId,
                namespace,
                description,
                origin,
                lifetime,
                leafId(),
                messageCount(),
                tokens(),
                usage,
                version);
    }
}
