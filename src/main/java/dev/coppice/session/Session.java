package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentLimits;
import dev.coppice.web.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;
import org.hibernate.annotations.OptimisticLock;

/**
 * A conversation's own row. Every writer locks it first, so it also is the one place where a session's counters are
 * right: they move by verbs, a step at a time, and are never counted again. A session is made, written to, perhaps
 * ended, and goes by deletion or expiry; its messages hang on its {@link Tree}.
 */
@Entity
public class Session {
    private static final byte[] NO_METADATA = "{}".getBytes(StandardCharsets.UTF_8);

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

    private String name;
    private String agent;
    private String model;
    private String source;

    @Column(name = "user_id")
    private String userId;

    @Column(length = 16)
    private String type;

    @Column(name = "parent_session_id")
    private String parentSessionId;

    @Column(name = "forked_at_message_id")
    private String forkedAtMessageId;

    @Column(length = Length.LONG32)
    private byte[] metadata;

    @Column(name = "next_seq")
    private long nextSeq;

    @Column(name = "message_count")
    private int messageCount;

    private int edits;

    private int overlays;

    /** The prompt and a compaction that runs are nothing that a reader of the session sees: they move no version. */
    @OptimisticLock(excluded = true)
    @Column(name = "prompt_tokens")
    private long promptTokens;

    @OptimisticLock(excluded = true)
    @Column(name = "compacting_until")
    private Long compactingUntil;

    @Column(name = "compact_after")
    private Integer compactAfter;

    @Column(name = "overlay_tokens")
    private long overlayTokens;

    @Embedded
    private Head head;

    @Embedded
    private Retention retention;

    @Embedded
    private Usage usage;

    @Embedded
    private Life life;

    /** What its agent says now; known to writers only, who are the ones that count with it. */
    @Transient
    private AgentLimits limits;

    protected Session() {}

    Session(int tenant, long namespace, String id, Tree tree, NewSession wanted, AgentLimits limits) {
        this.tenant = tenant;
        this.namespace = namespace;
        this.sessionId = id;
        this.tree = tree.id();
        this.name = wanted.name();
        this.agent = wanted.agent();
        this.model = wanted.model();
        this.source = wanted.source();
        this.userId = wanted.userId();
        this.type = wanted.type() == null ? "agent" : wanted.type();
        this.parentSessionId = wanted.parentSessionId();
        this.metadata = wanted.metadata() == null ? NO_METADATA : wanted.metadata();
        this.retention = new Retention(wanted.maxMessages(), false);
        this.compactAfter = wanted.compactAfter();
        this.nextSeq = 1;
        this.head = Head.NONE;
        this.usage = Usage.NONE;
        this.version = 1;
        this.limits = limits;
        this.life = Life.begun(wanted.ttlSeconds(), limits.ttlSeconds());
    }

    /**
     * Marks a write: the time moves, and with it the end of life, by the session's own ttl or else its agent's. Every
     * write that changes anything ends here.
     */
    public void touch() {
        life = life.written(limits.ttlSeconds(), DatabaseClock.now());
    }

    /** True once it knows what its agent says: the look-up is made once in a transaction. */
    boolean follows() {
        return limits != null;
    }

    /** Tells a locked session what its agent says now. */
    void follow(AgentLimits limits) {
        this.limits = limits;
    }

    /** The name of the bean by which a writer counts the tokens of messages, or null for the estimate. */
    public String tokenCounter() {
        return limits.tokenCounter();
    }

    public boolean isExpired() {
        return life.isOver();
    }

    /** 409 {@code session-ended} once it was ended: such a session only reads. */
    public void refuseIfEnded() {
        if (isEnded()) {
            throw new Problem(Code.SESSION_ENDED, "The session has ended and takes no more messages.");
        }
    }

    /** Takes no more messages from now on. */
    void end(String reason) {
        life = life.ended(reason);
        touch();
    }

    void rename(String name) {
        this.name = name;
    }

    void useModel(String model) {
        this.model = model;
    }

    void live(Long ttlSeconds) {
        life = life.withTtl(ttlSeconds);
    }

    void retain(Integer maxMessages) {
        retention = retention.of(maxMessages);
    }

    /** Messages of the leaf's path that are retained, or null for all: its own number, else its agent's; of a locked session. */
    public Integer maxMessages() {
        return retention.maxMessages() == null ? limits.maxMessages() : retention.maxMessages();
    }

    /** So many messages at the beginning of the leaf's path were let go of. */
    public void trimmed(int count, Leaf leaf) {
        retention = retention.trimmed(true);
        messageCount -= count;
        head = Head.at(leaf);
    }

    /** True when some messages of the tree are there no more because newer ones came. */
    public boolean isTrimmed() {
        return retention.trimmed();
    }

    void describe(byte[] metadata) {
        this.metadata = metadata;
    }

    void used(Usage more) {
        usage = usage.plus(more);
        touch();
    }

    /** Hands out numbers for so many messages, rising through the whole life of the session; answers the first. */
    public long takeSeq(int count) {
        long first = nextSeq;
        nextSeq += count;
        return first;
    }

    /** The highest number that was ever handed out. */
    public long lastSeq() {
        return nextSeq - 1;
    }

    /** New messages are there, and the last of them is the leaf. */
    public void appended(int count, Leaf newLeaf) {
        messageCount += count;
        head = Head.at(newLeaf);
        touch();
    }

    /** A message has another body. */
    public void updated(boolean byEdit, Leaf leaf) {
        edits += byEdit ? 1 : 0;
        head = Head.at(leaf);
        touch();
    }

    /** So many messages went; the leaf is what is left, or null. */
    public void deleted(int count, Leaf leaf) {
        messageCount -= count;
        edits += count;
        head = Head.at(leaf);
        touch();
    }

    /** All messages went, with the tree that they hung on. */
    public void cleared(Tree fresh) {
        tree = fresh.id();
        messageCount = 0;
        edits = 0;
        overlays = 0;
        overlayTokens = 0;
        retention = retention.trimmed(false);
        head = Head.at(null);
        touch();
    }

    /** Summaries were laid over messages, or taken off: how many there are now. */
    public void laid(int count) {
        overlays = count;
        touch();
    }

    /** What summaries add to the tokens of the leaf's path: mostly less than nothing. */
    public void summarised(long tokens) {
        overlayTokens = tokens;
    }

    /** The prompt that was frozen costs so many tokens in every call of the model. */
    public void prompted(long tokens) {
        promptTokens = tokens;
    }

    /** True when what the model is given next costs more than the session, or else its agent, allows; of a locked session. */
    public boolean isOverThreshold() {
        var threshold = compactAfter == null ? limits.compactAfter() : compactAfter;
        return threshold != null && tokens() + promptTokens > threshold;
    }

    /** Takes the right to compact, if nobody has it now; it ends by itself at a time, in epoch milliseconds. */
    public boolean beginCompaction(long until) {
        boolean free = compactingUntil == null || compactingUntil <= System.currentTimeMillis();
        compactingUntil = free ? (Long) until : compactingUntil;
        return free;
    }

    public void endCompaction() {
        compactingUntil = null;
    }

    void compactAfter(Integer tokens) {
        compactAfter = tokens;
    }

    /** True when some messages of the tree have a summary laid over them. */
    public boolean hasOverlays() {
        return overlays > 0;
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

    /** What people call it, or null. */
    public String name() {
        return name;
    }

    public String sessionId() {
        return sessionId;
    }

    /** Whose it is, or null. */
    public String userId() {
        return userId;
    }

    /** The model that it is for, or null. */
    public String model() {
        return model;
    }

    /** The agent that it was made for, or null. */
    public String agent() {
        return agent;
    }

    /** The tree that the messages hang on. */
    public long tree() {
        return tree;
    }

    /** True when the session began as a fork: its tree may grow on another one. */
    public boolean isFork() {
        return forkedAtMessageId != null;
    }

    /** The version after the last flush; it is the session's ETag. */
    public long version() {
        return version;
    }

    /** True when some message of the tree was changed or deleted behind its row. */
    public boolean hasEdits() {
        return edits > 0;
    }

    /** Tokens of the leaf's path as readers see it. */
    public long tokens() {
        return head.tokens() + overlayTokens;
    }

    public int messageCount() {
        return messageCount;
    }

    byte[] metadata() {
        return metadata;
    }

    Usage usage() {
        return usage;
    }

    boolean isEnded() {
        return life.isEnded();
    }

    boolean matches(SessionFilter filter) {
        return filter.matches(agent, source, type, parentSessionId, isEnded());
    }

    long updatedAt() {
        return life.updatedAt();
    }

    /** The session as it stands, with the version of the last flush. */
    public SessionInfo info(String namespace) {
        return new SessionInfo(
                sessionId,
                namespace,
                name,
                agent,
                model,
                source,
                userId,
                type,
                parentSessionId,
                forkedAtMessageId,
                metadata,
                life.ttlSeconds(),
                life.expiresAt(),
                retention.maxMessages(),
                compactAfter,
                head.id(),
                messageCount,
                tokens(),
                usage,
                life.createdAt(),
                life.updatedAt(),
                life.endedAt(),
                life.endReason(),
                version);
    }
}
