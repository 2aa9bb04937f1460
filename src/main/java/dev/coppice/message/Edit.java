package dev.coppice.message;

import dev.coppice.format.MessageBody;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import org.hibernate.Length;

/**
 * Database row of an edit: the update or deletion of a message, for the readers of one tree. Each message row stores
 * the sum of the tokens of its path as first written, and an edit does not change these sums. Instead, the edit stores
 * the differences in tokens and in number of messages, which readers add to the totals of every path through the
 * message. So storing an edit does not change the rows of the messages that follow, however many they are.
 */
@Entity
public class Edit {
    /** Primary key: the tree whose readers see the edit, and the position of the message. */
    @Embeddable
    public record Key(@Column(name = "tree_id") long tree, @Column(name = "branch_id") long branch, int depth) {}

    @EmbeddedId
    private Key key;

    private String role;

    /** The new body; null if the message was deleted. */
    @Column(length = Length.LONG32)
    private byte[] body;

    private int bytes;
    private int tokens;

    @Column(name = "tokens_delta")
    private int tokensDelta;

    @Column(name = "count_delta")
    private int countDelta;

    private int version;

    @Column(name = "created_at")
    private long createdAt;

    private String preview;

    protected Edit() {}

    Edit(long tree, Message message) {
        this.key = keyOf(tree, message.position());
        this.version = message.version();
        this.preview = "";
    }

    /** Returns the key of the edit that a tree has for the message at a position. The edit need not exist. */
    static Key keyOf(long tree, Position position) {
        return new Key(tree, position.branch(), position.depth());
    }

    void replaceBody(Message message, MessageBody other) {
        role = other.role();
        body = other.json();
        bytes = other.json().length;
        tokens = other.tokens();
        tokensDelta = tokens - message.tokens();
        createdAt = other.createdAt();
        preview = other.preview();
        version++;
    }

    void markDeleted(Message message) {
        role = null;
        body = null;
        bytes = 0;
        tokens = 0;
        tokensDelta = -message.tokens();
        countDelta = -1;
        preview = "";
        version++;
    }

    int version() {
        return version;
    }
}
