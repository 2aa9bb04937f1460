package dev.coppice.search.index;

import jakarta.persistence.MappedSuperclass;

/** A row that a document is made of, of it alone: a message's, an edit's, an entry's. */
@MappedSuperclass
public abstract class IndexedRow {
    private int bytes;

    abstract DocumentType type();

    /** The key that the document's id is made of. */
    abstract Object id();

    /** The mark by which its document is removed along with others, see {@link OwnerKey}. */
    abstract String mark();

    /** False when there is nothing to find in it. */
    abstract boolean isThere();

    /** The same for a document that was made of the same. */
    abstract long print();

    int bytes() {
        return bytes;
    }
}
