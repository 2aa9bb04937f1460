package dev.coppice.context;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * Who shares some content. Every writer of it locks this row; the number of its changes tells a frozen prompt whether
 * there is anything new.
 */
@Entity
public class ContextOwner {
    /** The scope of content whose session has been deleted, or whose user was erased, until it is purged. */
    static final String GONE = "gone";

    /** What the names of owners begin with that were abandoned; those of deleted sessions are their numbers. */
    private static final String ABANDONED = "#";

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tenant_id")
    private int tenant;

    @Column(length = 16)
    private String scope;

    private String name;
    private long changes;

    protected ContextOwner() {}

    ContextOwner(ContentOwner owner) {
        this.tenant = owner.tenant();
        this.scope = owner.scope().word();
        this.name = owner.name();
    }

    /**
     * The owner of a copy of this one's content, with as many changes: a prompt that was frozen with the one is as fresh, or
     * as stale, with the other.
     */
    ContextOwner copyFor(ContentOwner heir) {
        var made = new ContextOwner(heir);
        made.changes = changes;
        return made;
    }

    /** Leaves its content to the purge; the name is free at once, and tells nothing of whose it was. */
    void abandon() {
        scope = GONE;
        name = ABANDONED + id;
    }

    /** True when sessions shared its content, until it was given up. */
    boolean isAbandoned() {
        return scope.equals(GONE) && name.startsWith(ABANDONED);
    }

    void changed() {
        changes++;
    }

    long id() {
        return id;
    }
}
