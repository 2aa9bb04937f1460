package dev.coppice.context;

import dev.coppice.db.Results;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Table;
import java.util.Optional;

/**
 * The owner of stored blocks: a session, a user, an agent or a tenant. Every writer of the owner's content locks this row.
 * A frozen prompt compares the counter of changes to find out whether blocks may have changed.
 */
@Entity
@Table(name = "context_owner")
public class BlockOwner {
    /** The scope of content that is to be purged, because its session was deleted or its user erased. */
    static final String GONE = "gone";

    /** Name prefix of abandoned owners. The names of deleted sessions' owners are numbers. */
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

    protected BlockOwner() {}

    BlockOwner(OwnerKey key) {
        this.tenant = key.tenant();
        this.scope = key.scope().word();
        this.name = key.name();
    }

    /** Reads the owner of a key; empty when it has no stored blocks yet. */
    static Optional<BlockOwner> find(EntityManager em, OwnerKey key, LockModeType lock) {
        return Results.first(em.createQuery(
                        """
                        select o from BlockOwner o
                        where o.tenant = :tenant and o.scope = :scope and o.name = :name""",
                        BlockOwner.class)
                .setParameter("tenant", key.tenant())
                .setParameter("scope", key.scope().word())
                .setParameter("name", key.name())
                .setLockMode(lock));
    }

    /**
     * Creates the owner of a copy of this owner's content. It has the same number of changes, so that a copied frozen
     * prompt is as fresh, or as stale, as the original.
     */
    BlockOwner copyFor(OwnerKey key) {
        var copy = new BlockOwner(key);
        copy.changes = changes;
        return copy;
    }

    /** Leaves the content to the purge. The name becomes free immediately and is no longer stored. */
    void abandon() {
        scope = GONE;
        name = ABANDONED + id;
    }

    /** True when {@link #abandon} was called: the content was shared by sessions. */
    boolean isAbandoned() {
        return scope.equals(GONE) && name.startsWith(ABANDONED);
    }

    void countChange() {
        changes++;
    }

    long id() {
        return id;
    }
}
