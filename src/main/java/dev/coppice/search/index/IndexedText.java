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
 * The text of a message, as written or as edited. Its document depends on its own row and on the immutable {@link Owner}
 * only, so that no write ever makes the document of another message outdated. Whether a reader can see the text is looked
 * up in the database at search time.
 */
@MappedSuperclass
public abstract class IndexedText extends IndexedRow {
    /** Set by {@link RowReader}; null when the text has no owner. */
    @Transient
    private Owner owner;

    private String role;

    @Column(length = Length.LONG32)
    private byte[] body;

    @Column(name = "created_at")
    private long createdAt;

    abstract Position position();

    /** The tree that the text belongs to: the message's own, or that of the session which edited it. */
    abstract long tree();

    /** True for the text of an edit, false for the text that the message was written with. */
    abstract boolean isEdit();

    /** False once the text was deleted or replaced, and without an owner; edits of orphaned trees are read by nobody. */
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
        return Integer.toUnsignedLong(Objects.hash(Arrays.hashCode(body), role, createdAt, tree()))
                | (long) body.length << Integer.SIZE;
    }
}
