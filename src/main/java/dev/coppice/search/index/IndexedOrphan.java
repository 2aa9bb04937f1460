package dev.coppice.search.index;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.SQLRestriction;

/** What the index holds of a tree that its session has left behind, and whose messages forks read. */
@Entity
@Immutable
@Table(name = "tree")
@SQLRestriction("tenant_id is not null")
public class IndexedOrphan extends IndexedOwner {
    @Id
    @Column(name = "id")
    private long tree;

    @Column(name = "left_by")
    private long session;

    protected IndexedOrphan() {}

    @Override
    long session() {
        return session;
    }

    long tree() {
        return tree;
    }
}
