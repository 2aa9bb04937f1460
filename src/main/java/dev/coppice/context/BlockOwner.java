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
 * content locks this row. The row counts the changes of the content and of the block declarations. A frozen prompt
 * stores a fingerprint of the counts of its session, user, agent and tenant, by which {@link Prompts} finds out whether
 * a block may have changed.
 */
@Entity
@Table(name = "context_owner")
public class BlockOwner {
    /**
     * Value of {@code scope} for an owner whose session was deleted or whose user was erased. Its content is not
     * visible any more and waits to be purged.
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

    /**
     * Returns the row of an owner; empty if nothing was stored for the owner yet.
     *
     * @param lock the lock to take on the row
     */
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
     * Returns a new row for an owner that gets a copy of this owner's content; the caller must persist it. Both rows
     * have the same count of changes, so a copied frozen prompt is stale exactly if the original is.
     */
    BlockOwner copyFor(BlockOwnerKey key) {
        var copy = new BlockOwner(key);
        copy.changes = changes;
        return copy;
    }

    /**
     * Makes this owner's content invisible, so that it waits to be purged. Changes the name in this row, so that a new
     * owner may use the old name immediately.
     */
    void abandon() {
        scope = GONE;
        name = ABANDONED + id;
    }

    /**
     * True if {@link #abandon} was called, that is, if sessions shared the content of this owner. False for the owner
     * of a deleted session.
     */
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
