package dev.coppice.search;

import dev.coppice.message.MessageText;
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
 * session, so that no write ever makes another message's document wrong. Whether the text is there for a reader is asked
 * of the database.
 */
@MappedSuperclass
public abstract class IndexedText extends IndexedRow {
    /** None when the tree was left behind by its session. */
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

    /** True for the text that an edit gave to a message, false for the one that it was written with. */
    abstract boolean isEdit();

    /** False once the text was deleted, or replaced by an edit's. */
    @Override
    boolean isThere() {
        return body != null && body.length > 0 && session != null;
    }

    @Override
    String owner() {
        return ByOwner.tree(session.tree());
    }

    MessageText text() {
        return MessageText.of(body);
    }

    IndexedSession session() {
        return session;
    }

    String role() {
        return role;
    }

    long createdAt() {
        return createdAt;
    }

    @Override
    long print() {
        return Integer.toUnsignedLong(
                        Objects.hash(Arrays.hashCode(body), role, createdAt, session.number(), session.tree()))
                | (long) body.length << Integer.SIZE;
    }
}
