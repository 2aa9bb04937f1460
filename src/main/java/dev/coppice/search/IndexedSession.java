package dev.coppice.search;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;

/** What the index holds of a session, found by the tree that its messages hang on: nothing that ever changes. */
@Entity
@Immutable
@Table(name = "session")
public class IndexedSession {
    @Id
    @Column(name = "tree_id")
    private long tree;

    @Column(name = "id")
    private long number;

    @Column(name = "tenant_id")
    private int tenant;

    @Column(name = "namespace_id")
    private long namespace;

    @Column(name = "user_id")
    private String userId;

    private String agent;
    private String source;

    protected IndexedSession() {}

    long tree() {
        return tree;
    }

    long number() {
        return number;
    }

    int tenant() {
        return tenant;
    }

    long namespace() {
        return namespace;
    }

    String userId() {
        return userId;
    }

    String agent() {
        return agent;
    }

    String source() {
        return source;
    }
}
