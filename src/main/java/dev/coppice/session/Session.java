package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

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

    @Column(name = "ttl_seconds")
    private Long ttlSeconds;

    @Column(name = "expires_at")
    private Long expiresAt;

    @Column(name = "max_messages")
    private Integer maxMessages;

    @Column(name = "next_seq")
    private long nextSeq;

    @Column(name = "message_count")
    private int messageCount;

    private int edits;

    @Column(name = "leaf_branch")
    private Long leafBranch;

    @Column(name = "leaf_depth")
    private Integer leafDepth;

    @Column(name = "leaf_id")
    private String leafId;

    @Column(name = "leaf_tip")
    private boolean leafTip;

    @Column(name = "leaf_path_tokens")
    private long leafPathTokens;

    @Column(name = "leaf_path_bytes")
    private long leafPathBytes;

    private long tokens;

    @Column(name = "path_length")
    private int pathLength;

    @Embedded
    private Usage usage;

    @Column(name = "created_at")
    private long createdAt;

    @Column(name = "updated_at")
    private long updatedAt;

    @Column(name = "ended_at")
    private Long endedAt;

    @Column(name = "end_reason")
    private String endReason;

    protected Session() {}

    Session(int tenant, long namespace, String id, Tree tree, NewSession wanted) {
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
        this.ttlSeconds = wanted.ttlSeconds();
        this.maxMessages = wanted.maxMessages();
        this.nextSeq = 1;
        this.usage = Usage.NONE;
        this.version = 1;
        touch();
        this.createdAt = updatedAt;
    }

    /** Marks a write: the time moves, and with it the end of life. Every write that changes anything ends here. */
    public void touch() {
        updatedAt = Math.max(updatedAt, System.currentTimeMillis());
        expiresAt = ttlSeconds == null ? null : (Long) (updatedAt + ttlSeconds * 1000);
    }

    public boolean isExpired() {
        return expiresAt != null && expiresAt <= System.currentTimeMillis();
    }

    /** 409 {@code session-ended} once it was ended: such a session only reads. */
    public void refuseIfEnded() {
        if (endedAt != null) {
            throw new Problem(Code.SESSION_ENDED, "The session has ended and takes no more messages.");
        }
    }

    void rename(String name) {
        this.name = name;
    }

    void useModel(String model) {
        this.model = model;
    }

    void live(Long ttlSeconds) {
        this.ttlSeconds = ttlSeconds;
    }

    void retain(Integer maxMessages) {
        this.maxMessages = maxMessages;
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
        moveTo(newLeaf);
        touch();
    }

    /** A message has another body. */
    public void updated(boolean byEdit, Leaf leaf) {
        edits += byEdit ? 1 : 0;
        moveTo(leaf);
        touch();
    }

    /** So many messages went; the leaf is what is left, or null. */
    public void deleted(int count, Leaf leaf) {
        messageCount -= count;
        edits += count;
        moveTo(leaf);
        touch();
    }

    /** All messages went, with the tree that they hung on. */
    public void cleared(Tree fresh) {
        tree = fresh.id();
        messageCount = 0;
        edits = 0;
        moveTo(null);
        touch();
    }

    private void moveTo(Leaf leaf) {
        boolean none = leaf == null;
        leafBranch = none ? null : (Long) leaf.branch();
        leafDepth = none ? null : (Integer) leaf.depth();
        leafId = none ? null : leaf.id();
        leafTip = !none && leaf.tip();
        leafPathTokens = none ? 0 : leaf.pathTokens();
        leafPathBytes = none ? 0 : leaf.pathBytes();
        tokens = none ? 0 : leaf.tokens();
        pathLength = none ? 0 : leaf.length();
    }

    /** The leaf, or null while there is no message. */
    public Leaf leaf() {
        return leafBranch == null
                ? null
                : new Leaf(leafBranch, leafDepth, leafId, leafTip, leafPathTokens, leafPathBytes, tokens, pathLength);
    }

    public String leafId() {
        return leafId;
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

    public long tokens() {
        return tokens;
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
        return endedAt != null;
    }

    boolean matches(SessionFilter filter) {
        return filter.matches(agent, source, type, parentSessionId, isEnded());
    }

    long updatedAt() {
        return updatedAt;
    }

    SessionInfo info(String namespace) {
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
                ttlSeconds,
                expiresAt,
                maxMessages,
                leafId,
                messageCount,
                tokens,
                usage,
                createdAt,
                updatedAt,
                endedAt,
                endReason,
                version);
    }
}
