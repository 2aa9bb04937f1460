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
 * Base class of the texts of messages, original or edited. The document of a text depends only on its own row and on
 * its {@link Owner}, so a write never makes the document of another message outdated. Whether a reader can see the text
 * is checked in the database when it is found.
 */
@MappedSuperclass
public abstract class IndexedText extends IndexedRow {
    /**
     * The session to which the text's tree belongs, or for an orphaned tree the former session; null if neither is
     * stored. Set by {@link RowReader}.
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
     * Returns the id of the tree that the text belongs to: of the tree in which the message was written, or that stores
     * the edit.
     */
    abstract long tree();

    /** True for the text of an edit, false for the original text. */
    abstract boolean isEdit();

    /**
     * True if the index should contain a document for the text. False if the text was deleted or replaced, if its tree
     * has no owner, and for edits in orphaned trees, because nobody reads them.
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
