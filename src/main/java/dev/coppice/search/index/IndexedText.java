package dev.coppice.search.index;

import dev.coppice.format.MessageText;
import dev.coppice.message.Position;
import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Transient;
import java.util.Arrays;
import java.util.Objects;
import org.hibernate.Length;

/**
 * Base class of the rows with the text of a message: the original text ({@link IndexedMessage}), or the text of an edit
 * ({@link IndexedEdit}). The document of a text depends only on its own row and on the {@link Owner} of its tree. So
 * writing one message never makes the document of another message outdated. When a search finds a text, it checks in
 * the database whether the client that searches can see the text.
 */
@MappedSuperclass
public abstract class IndexedText extends IndexedRow {
    /**
     * The session to which the text's tree belongs. If that session was deleted or cleared and forks still read the
     * tree, this is still that session. Null if the session was deleted or cleared and no fork reads the tree.
     * {@link RowReader} sets the field.
     */
    @Transient
    private Owner owner;

    private String role;

    @Column(length = Length.LONG32)
    private byte[] body;

    @Column(name = "created_at")
    private long createdAt;

    abstract Position position();

    /**
     * Returns the database id of the tree that the text belongs to: the tree in which the message was written, or the
     * tree that stores the edit.
     */
    abstract long tree();

    /** True if this is the text of an edit, false if it is the original text of a message. */
    abstract boolean isEdit();

    /**
     * True if the index should contain a document for the text. False in three cases: the text was deleted or replaced,
     * its tree has neither a session nor forks that read it, or the text is an edit in the former tree of a deleted or
     * cleared session. In the last case, no fork needs the text, because forks never read the edits of another tree.
     */
    @Override
    boolean hasDocument() {
        return body != null && body.length > 0 && owner != null && !(isEdit() && owner.isOrphaned());
    }

    @Override
    String ownerKey() {
        return OwnerKey.tree(tree());
    }

    Owner owner() {
        return owner;
    }

    void ownedBy(Owner newOwner) {
        owner = newOwner;
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
    long fingerprint() {
        var agent = owner == null ? null : owner.agent();
        return Integer.toUnsignedLong(Objects.hash(Arrays.hashCode(body), role, createdAt, tree(), agent))
                | (long) body.length << Integer.SIZE;
    }
}
