package dev.coppice.search.index;

import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;

/** Whose the messages on a tree are, as far as searches ask for it: nothing that ever changes, and the same in a fork. */
@MappedSuperclass
public abstract class IndexedOwner {
    @Column(name = "tenant_id")
    private int tenant;

    @Column(name = "namespace_id")
    private long namespace;

    @Column(name = "user_id")
    private String userId;

    private String agent;
    private String source;

    /** The number of its session, or of the one that has left it behind. */
    abstract long session();

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
