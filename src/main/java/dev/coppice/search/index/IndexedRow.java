package dev.coppice.search.index;

import jakarta.persistence.MappedSuperclass;

/** A row that has a document of its own: a message, an edit or a block entry. */
@MappedSuperclass
public abstract class IndexedRow {
    private int bytes;

    abstract DocumentType type();

    /** The primary key, from which the document's id is derived. */
    abstract Object id();

    /** The key by which documents are removed together, see {@link OwnerKey}. */
    abstract String ownerKey();

    /** Whether the row should have a document. */
    abstract boolean hasDocument();

    /** Equal for documents made from equal content. */
    abstract long fingerprint();

    int bytes() {
        return bytes;
    }
}
