package dev.coppice.message;

import dev.coppice.format.MessageBody;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import org.hibernate.Length;

/**
 * Database row of a message, at a position in the tree that never changes. Each row stores the sums of the tokens and
 * bytes of all rows of its path down to itself. An update replaces the body in the row only as long as no row follows,
 * no compaction ends at the row, and no other session reads the row. Otherwise sums that are stored elsewhere include
 * this row, or another session would see the update; so the update is stored as an {@link Edit} instead. The body is
 * wiped when the message is deleted or an edit replaces it; if forks read the row, once no fork reads it any more.
 */
@Entity
public class Message {
    private static final byte[] WIPED = {};

    @EmbeddedId
    private Position position;

    @Column(name = "tree_id")
    private long tree;

    @Column(name = "message_id")
    private String messageId;

    /**
     * 0 if the message is not deleted, else the message's sequence number. A message that the limit {@code maxMessages}
     * has removed counts as deleted once a new message gets its id. Tree, message id and this column form a unique key,
     * so that a new message may get the id of a deleted one.
     */
    private long gone;

    /** The message's sequence number in its session; made negative when the message is deleted. */
    private long seq;

    private String role;

    @Column(length = Length.LONG32)
    private byte[] body;

    private int bytes;
    private int tokens;

    @Column(name = "path_bytes")
    private long pathBytes;

    @Column(name = "path_tokens")
    private long pathTokens;

    private int version;

    @Column(name = "created_at")
    private long createdAt;

    /**
     * SHA-256 {@link dev.coppice.json.Fingerprint} of the message as the client first sent it. By this fingerprint, a
     * retry of the append is recognized even after the message was updated. Null once the message was deleted and no
     * fork reads it.
     */
    @Column(length = 32)
    private byte[] sent;

    private String preview;

    protected Message() {}

    /**
     * Creates the row of a new message, with the version 1.
     *
     * @param tree id of the tree that the message is written in
     * @param seq the message's sequence number in its session
     * @param body the message with id, time and number of tokens
     * @param sent SHA-256 fingerprint of the message as the client sent it, before observers changed it
     * @param pathTokens tokens of all rows above this one on its path, as first written
     * @param pathBytes bytes of all rows above this one on its path, as first written
     */
    Message(Position position, long tree, long seq, MessageBody body, byte[] sent, long pathTokens, long pathBytes) {
        this.position = position;
        this.tree = tree;
        this.messageId = body.id();
        this.seq = seq;
        this.role = body.role();
        this.body = body.json();
        this.bytes = body.json().length;
        this.tokens = body.tokens();
        this.pathTokens = pathTokens + tokens;
        this.pathBytes = pathBytes + bytes;
        this.version = 1;
        this.createdAt = body.createdAt();
        this.sent = sent;
        this.preview = body.preview();
    }

    /**
     * Replaces the body in this row and raises the version by 1. Allowed only as long as no row follows on the path and
     * no compaction ends at this row, because their sums would have to change too, and only if no other session reads
     * this row.
     */
    void replaceBody(MessageBody other) {
        pathTokens += other.tokens() - tokens;
        pathBytes += other.json().length - bytes;
        role = other.role();
        body = other.json();
        bytes = other.json().length;
        tokens = other.tokens();
        createdAt = other.createdAt();
        preview = other.preview();
        version++;
    }

    /**
     * Removes the message's body from this row. The stored sizes stay, because the sums in the rows below include them.
     */
    void wipeBody() {
        body = WIPED;
        preview = "";
    }

    /**
     * Marks the message as deleted. Afterwards a new message may have the same id, and readers of this tree do not find
     * this row by its id any more. Forks that inherit the row still find it by its id.
     *
     * @param unread true if no fork reads the row; then the fingerprint of the message as first sent is removed, too
     */
    void markDeleted(boolean unread) {
        gone = seq;
        seq = -seq;
        sent = unread ? null : sent;
    }

    Position position() {
        return position;
    }

    long tree() {
        return tree;
    }

    String id() {
        return messageId;
    }

    long seq() {
        return Math.abs(seq);
    }

    String role() {
        return role;
    }

    /** Returns the size of the body as stored in this row, in bytes. It stays the same when the body is wiped. */
    int bytes() {
        return bytes;
    }

    int tokens() {
        return tokens;
    }

    long pathTokens() {
        return pathTokens;
    }

    long pathBytes() {
        return pathBytes;
    }

    int version() {
        return version;
    }
}
