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
 * Database row of an owner of stored block contents. The owner is a session, a user, an agent or a tenant. If the owner
 * is a user, an agent or a tenant, all its sessions share the contents. Every writer of the owner's contents locks this
 * row first. The row counts the changes of the owner's contents and block declarations. {@link Prompts} compares these
 * counts to find out whether a block may have changed since a system prompt was rendered.
 */
@Entity
@Table(name = "context_owner")
public class BlockOwner {
    /**
     * Value of the column {@code scope} for an owner whose session was deleted or whose user was erased. The owner's
     * content is then invisible, and is purged later.
     */
    static final String GONE = "gone";

    /**
     * First character of the name that {@link #abandon} gives to an owner; the row's database id follows. No other row
     * with the scope {@link #GONE} has such a name: those are rows of deleted sessions, and their name is the session's
     * database id.
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
     * @param key identifies the owner
     * @param lock the database lock to take on the row; {@code NONE} to take none
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
     * Returns a new row for an owner that gets a copy of this owner's content. The row must be persisted. The new row
     * begins with this row's count of changes. So a system prompt that is copied together with the content does not
     * count as outdated.
     *
     * @param key identifies the owner that gets the copy
     */
    BlockOwner copyFor(BlockOwnerKey key) {
        var copy = new BlockOwner(key);
        copy.changes = changes;
        return copy;
    }

    /**
     * Makes this owner's content invisible, to be purged later. Also renames the row, so that a new owner can have the
     * old name immediately.
     */
    void abandon() {
        scope = GONE;
        name = ABANDONED + id;
    }

    /**
     * True if {@link #abandon} was called on this owner, because its user was erased. False for an owner whose session
     * was deleted.
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
