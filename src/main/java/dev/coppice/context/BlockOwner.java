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
 * Database row of an owner of stored blocks: a session, a user, an agent or a tenant. Every writer of the owner's
 * content locks this row. The row has a counter of changes. A frozen prompt stores the counters of its owners and
 * compares them to find out whether a block may have changed.
 */
@Entity
@Table(name = "context_owner")
public class BlockOwner {
    /**
     * Value of {@code scope} for an owner whose content waits to be purged, because its session was deleted or its user
     * erased.
     */
    static final String GONE = "gone";

    /**
     * Prefix of the names of abandoned owners; see {@link #abandon}. The owner of a deleted session keeps its name
     * without prefix, which is a number.
     */
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

    BlockOwner(BlockOwnerKey key) {
        this.tenant = key.tenant();
        this.scope = key.scope().word();
        this.name = key.name();
    }

    /** Returns the row of an owner; empty when nothing was stored for the owner yet. */
    static Optional<BlockOwner> find(EntityManager em, BlockOwnerKey key, LockModeType lock) {
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
     * Creates the row of another owner, which gets a copy of this owner's content. Both have the same counter of
     * changes, so a copied frozen prompt is stale exactly if the original is.
     */
    BlockOwner copyFor(BlockOwnerKey key) {
        var copy = new BlockOwner(key);
        copy.changes = changes;
        return copy;
    }

    /**
     * Hides this owner's content and leaves it to the purge. Changes the name in this row, so that a new owner may use
     * the name immediately.
     */
    void abandon() {
        scope = GONE;
        name = ABANDONED + id;
    }

    /** True when {@link #abandon} was called, that is, when sessions shared the content of this owner. */
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
