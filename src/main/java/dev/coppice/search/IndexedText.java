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
public abstract class IndexedText {
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

    private int bytes;

    /** The key that the document's id is made of. */
    abstract Object id();

    abstract Position position();

    /** Where a walk goes on behind it. */
    abstract Place place();

    /** True for the text that an edit gave to a message, false for the one that it was written with. */
    abstract boolean isEdit();

    /** False once the text was deleted, or replaced by an edit's. */
    boolean isThere() {
        return body != null && body.length > 0 && session != null;
    }

    int bytes() {
        return bytes;
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

    /** The same for a document that was made of the same. */
    long print() {
        return Objects.hash(Arrays.hashCode(body), role, createdAt, session.number(), session.tree())
                | (long) body.length << Integer.SIZE;
    }
}
