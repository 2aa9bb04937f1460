package dev.coppice.search.index;

import dev.coppice.format.MessageText;
import dev.coppice.message.Position;
import jakarta.persistence.Column;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import java.util.Arrays;
import java.util.Objects;
import org.hibernate.Length;
import org.hibernate.annotations.NotFound;
import org.hibernate.annotations.NotFoundAction;

/**
 * What the index holds of a message's text: one document, made of nothing but its own row and the fixed part of its
 * session (or of what is left of that one), so that no write ever makes another message's document wrong. Whether the text
 * is there for a reader is asked of the database.
 */
@MappedSuperclass
public abstract class IndexedText extends IndexedRow {
    /** None when its session has left the tree behind. */
    @ManyToOne(fetch = FetchType.EAGER)
    @NotFound(action = NotFoundAction.IGNORE)
    @JoinColumn(name = "tree_id", insertable = false, updatable = false)
    private IndexedSession session;

    private String role;

    @Column(length = Length.LONG32)
    private byte[] body;

    @Column(name = "created_at")
    private long createdAt;

    abstract Position position();

    /** The tree that the text belongs to: the message's own, or that of the session that edited it. */
    abstract long tree();

    /** True for the text that an edit gave to a message, false for the one that it was written with. */
    abstract boolean isEdit();

    /** False once the text was deleted, or replaced by an edit's, and of a tree that was left behind with nothing on it. */
    @Override
    boolean isThere() {
        return body != null && body.length > 0 && owner() != null;
    }

    @Override
    String mark() {
        return OwnerKey.tree(tree());
    }

    /** Whose it is, or null for nobody's. */
    IndexedOwner owner() {
        return session;
    }

    MessageText text() {
        return MessageText.of(body);
    }

    String role() {
        return role;
    }

    long createdAt() {
        return createdAt;
    }

    @Override
    long print() {
        return Integer.toUnsignedLong(Objects.hash(Arrays.hashCode(body), role, createdAt, tree()))
                | (long) body.length << Integer.SIZE;
    }
}
