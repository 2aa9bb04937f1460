package dev.coppice.search.index;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;

/** What the index holds of a session, found by the tree that its messages hang on. */
@Entity
@Immutable
@Table(name = "session")
public class IndexedSession extends IndexedOwner {
    @Id
    @Column(name = "tree_id")
    private long tree;

    @Column(name = "id")
    private long number;

    protected IndexedSession() {}

    @Override
    long session() {
        return number;
    }
}
