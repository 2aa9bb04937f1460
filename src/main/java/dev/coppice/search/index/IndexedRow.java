package dev.coppice.search.index;

import jakarta.persistence.MappedSuperclass;

/**
 * Base class of the database rows from which the documents of the search index are made: messages, edits and block
 * entries. The rows are only read.
 */
@MappedSuperclass
public abstract class IndexedRow {
    private int bytes;

    abstract DocumentType type();

    /**
     * Returns the primary key of the row, from which the document's id is derived: a
     * {@link dev.coppice.message.Position}, an {@code Edit.Key} or a {@code Long}.
     */
    abstract Object id();

    /**
     * Returns the routing key of the row's document, which names the row's owner. With this key, all documents of an
     * owner can be removed together; see {@link OwnerKey}.
     */
    abstract String ownerKey();

    /** True if the index should contain a document for the row; false, for example, for a deleted text. */
    abstract boolean hasDocument();

    /**
     * Returns a hash of the indexed content. Documents made from equal content have equal fingerprints, so a
     * verification compares fingerprints instead of contents.
     */
    abstract long fingerprint();

    /** Returns the size of the stored content in bytes. */
    int bytes() {
        return bytes;
    }
}
