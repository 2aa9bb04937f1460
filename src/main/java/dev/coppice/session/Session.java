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
 * A conversation's own row. Every writer locks it first, so it also is the one place where a session's counters are
 * right: they move by verbs, a step at a time, and are never counted again. A session is made, written to, perhaps
 * ended, and goes by deletion or expiry; its messages hang on its {@link Tree}.
 */
@Entity
public class Session {
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
    private Counters counters = Counters.NONE;
    private Head head = Head.NONE;
    private OverlayTotals summaries = OverlayTotals.NONE;
    private Usage usage = Usage.NONE;
    private Lifetime life;

    @OptimisticLock(excluded = true)
    private WriterState unseen = WriterState.NOTHING;

    /** What its agent says now; known to writers only, who are the ones that count with it. */
    @Transient
    private AgentLimits limits;

    protected Session() {}

    /** @param forkedAt the last message that it inherits, or null */
    Session(int tenant, long namespace, String id, Tree tree, NewSession wanted, String forkedAt, AgentLimits limits) {
        this.tenant = tenant;
        this.namespace = namespace;
        this.sessionId = id;
        this.tree = tree.id();
        this.origin = Origin.of(wanted, forkedAt);
        this.description = Description.of(wanted);
        this.version = 1;
        this.limits = limits;
        this.life = Lifetime.begun(wanted.ttlSeconds(), limits.ttlSeconds());
    }

    /** What a session that descends from this one is made with: all that it is, under a name of its own. */
    NewSession heir(String name) {
        return NewSession.after(sessionId, name, origin, description, life.ttlSeconds());
    }

    /** What is kept of it as long as forks read its messages. */
    OrphanOwner remains() {
        return new OrphanOwner(id, tenant, namespace, origin.userId(), origin.agent(), origin.source());
    }

    /**
     * It begins with the path to a message of another session.
     *
     * @param seq of that message; its own come behind
     * @param edits of that path
     * @param trimmed true when the other session has let go of what came before it
     */
    public void grow(Leaf base, long seq, int edits, boolean trimmed) {
        counters = new Counters(seq + 1, base.length(), edits, trimmed);
        head = Head.at(base);
    }

    /**
     * Marks a write: the time moves, and with it the end of life, by the session's own ttl or else its agent's. Every
     * write that changes anything ends here.
     */
    public void touch() {
        life = life.written(limits.ttlSeconds(), DatabaseClock.now());
    }

    /** Tells a locked session what its agent says now; looked up once in a transaction. */
    void follow(Supplier<AgentLimits> agents) {
        limits = limits == null ? agents.get() : limits;
    }

    /** What it goes by: its own numbers, else its agent's; of a locked session. */
    public AgentLimits limits() {
        return limits.under(life.ttlSeconds(), description.maxMessages(), description.compactAfter());
    }

    public boolean isExpired() {
        return life.isOver();
    }

    /** 409 {@code session-ended} once it was ended: such a session only reads. */
    public void refuseIfEnded() {
        if (life.isEnded()) {
            throw new Problem(Code.SESSION_ENDED, "The session has ended and takes no more messages.");
        }
    }

    /** Takes no more messages from now on. */
    void end(String reason) {
        life = life.ended(reason);
        touch();
    }

    void describe(UnaryOperator<Description> change) {
        description = change.apply(description);
    }

    void live(Long ttlSeconds) {
        life = life.withTtl(ttlSeconds);
    }

    /** So many messages at the beginning of the leaf's path were let go of. */
    public void trimmed(int count, Leaf leaf) {
        counters = counters.trimmed(count);
        head = Head.at(leaf);
    }

    /** True when some messages of the tree are there no more because newer ones came. */
    public boolean isTrimmed() {
        return counters.trimmed();
    }

    void used(Usage more) {
        usage = usage.plus(more);
        touch();
    }

    /** Something that was added before has used another amount by now. */
    public void usedInstead(Usage before, Usage now) {
        usage = usage.minus(before).plus(now);
        touch();
    }

    /** Hands out numbers for so many messages, rising through the whole life of the session; answers the first. */
    public long takeSeq(int count) {
        long first = counters.nextSeq();
        counters = counters.taken(count);
        return first;
    }

    /** The highest number that was ever handed out. */
    public long lastSeq() {
        return counters.nextSeq() - 1;
    }

    /** New messages are there, and the last of them is the leaf. */
    public void appended(int count, Leaf newLeaf) {
        counters = counters.plus(count, 0);
        head = Head.at(newLeaf);
        touch();
    }

    /** A message has another body. */
    public void updated(boolean byEdit, Leaf leaf) {
        counters = counters.plus(0, byEdit ? 1 : 0);
        head = Head.at(leaf);
        touch();
    }

    /** So many messages went; the leaf is what is left, or null. */
    public void deleted(int count, Leaf leaf) {
        counters = counters.plus(-count, count);
        head = Head.at(leaf);
        touch();
    }

    /** All messages went, with the tree that they hung on. */
    public void cleared(Tree fresh) {
        tree = fresh.id();
        counters = counters.cleared();
        summaries = OverlayTotals.NONE;
        head = Head.NONE;
        touch();
    }

    /** Summaries were laid over messages, or taken off: how many there are now. */
    public void laid(int count) {
        summaries = summaries.counted(count);
        touch();
    }

    /** What summaries add to the tokens of the leaf's path: mostly less than nothing. */
    public void summarised(long tokens) {
        summaries = summaries.adding(tokens);
    }

    /** The prompt that was frozen costs so many tokens in every call of the model. */
    public void prompted(long tokens) {
        unseen = unseen.prompted(tokens);
    }

    /** Tokens of the prompt that was frozen; 0 while there is none. */
    public long promptTokens() {
        return unseen.promptTokens();
    }

    /** True when what the model is given next costs more than the session, or else its agent, allows; of a locked session. */
    public boolean isOverThreshold() {
        var threshold = limits().compactAfter();
        return threshold != null && tokens() + unseen.promptTokens() > threshold;
    }

    /** Takes the right to compact, if nobody has it now; it ends by itself at a time, in epoch milliseconds. */
    public boolean beginCompaction(long until) {
        boolean free = !unseen.isCompacting();
        unseen = free ? unseen.compacting(until) : unseen;
        return free;
    }

    /** Gives the right back that was taken until a time; another's, when that was over and another took it, stays. */
    public void endCompaction(long until) {
        unseen = unseen.isCompactingUntil(until) ? unseen.compacting(null) : unseen;
    }

    /** True when some messages of the tree have a summary laid over them. */
    public boolean hasOverlays() {
        return summaries.count() > 0;
    }

    /** The leaf, or null while there is no message. */
    public Leaf leaf() {
        return head.leaf();
    }

    public String leafId() {
        return head.id();
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

    /** Whose it is, or null. */
    public String userId() {
        return origin.userId();
    }

    /** What people call it, or null. */
    public String name() {
        return description.name();
    }

    /** The model that it is for, or null. */
    public String model() {
        return description.model();
    }

    /** The agent that it was made for, or null. */
    public String agent() {
        return origin.agent();
    }

    /** The tree that the messages hang on. */
    public long tree() {
        return tree;
    }

    /** True when the session began as a fork: its tree may grow on another one. */
    public boolean isFork() {
        return origin.isFork();
    }

    /** The version after the last flush; it is the session's ETag. */
    public long version() {
        return version;
    }

    /** True when some message of the tree was changed or deleted behind its row. */
    public boolean hasEdits() {
        return counters.edits() > 0;
    }

    /** Tokens of the leaf's path as readers see it. */
    public long tokens() {
        return head.tokens() + summaries.tokens();
    }

    public int messageCount() {
        return counters.messages();
    }

    /** A JSON object, as it was written. */
    public byte[] metadata() {
        return description.metadata();
    }

    boolean matches(SessionFilter filter) {
        return filter.matches(origin, life.isEnded());
    }

    long updatedAt() {
        return life.updatedAt();
    }

    /** The session as it stands, with the version of the last flush. */
    public SessionInfo info(String namespace) {
        return new SessionInfo(
                sessionId, namespace, description, origin, life, head, counters, tokens(), usage, version);
    }
}
