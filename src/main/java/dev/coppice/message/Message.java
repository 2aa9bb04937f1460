package dev.coppice.message;

import dev.coppice.format.MessageBody;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import java.util.Arrays;
import org.hibernate.Length;

/**
 * A message's row. It is written once, at a position that is never moved. As long as nothing follows it, its own text
 * may change; afterwards sums below it count on it, and a change is an {@link Edit} beside it. When it is deleted, or
 * its text has moved to an edit, the text here is wiped, unless the path of another session holds it.
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

    /** 0 while it lives, its seq when it was deleted: frees the id. */
    private long gone;

    /** Negative when it was deleted. */
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

    /** Fingerprint of what the client sent, by which its retry is recognised whatever became of the message. */
    @Column(length = 32)
    private byte[] sent;

    private String preview;

    protected Message() {}

    /**
     * @param pathTokens tokens of all rows above it as they were written
     * @param pathBytes bytes of all rows above it as they were written
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

    /** Takes another text in place; only while no row follows. */
    void rewrite(MessageBody other) {
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

    /** Forgets the text; the sizes stay, because the sums below count them. */
    void wipe() {
        body = WIPED;
        preview = "";
    }

    /**
     * Deleted: the id is free, and the row is found by its position only.
     *
     * @param forGood false when forks go on reading it
     */
    void die(boolean forGood) {
        gone = seq;
        seq = -seq;
        sent = forGood ? null : sent;
    }

    boolean wasSentAs(byte[] fingerprint) {
        return sent != null && Arrays.equals(sent, fingerprint);
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
