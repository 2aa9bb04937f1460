package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * Database row of a tree, to which all messages of a session belong. A session gets a new tree when it is cleared. When
 * a session is cleared or deleted, its old tree becomes an orphaned tree, that is, a tree without a session. An
 * orphaned tree is purged step by step until only rows that forks read are left; if no fork reads any of them, the tree
 * itself is deleted. So clearing, deleting or forking a session costs the same for any number of messages.
 */
@Entity
public class Tree {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "orphaned_at")
    private Long orphanedAt;

    /** Time since which the tree may have rows to purge, in milliseconds since the epoch; null if it has none. */
    @Column(name = "purge_at")
    private Long purgeAt;

    /**
     * Id of the last branch that the current purge has completed; 0 for none. A purge takes branches in the order of
     * their ids.
     */
    @Column(name = "purged_to")
    private long purgedTo;

    /**
     * Id of the tree from which this tree inherits rows. The next two columns are the branch and the depth of the last
     * inherited row, called base. All three are null for a tree that inherits nothing.
     */
    @Column(name = "base_tree")
    private Long baseTree;

    @Column(name = "base_branch")
    private Long baseBranch;

    @Column(name = "base_depth")
    private Integer baseDepth;

    /**
     * The former session of this tree, if the session was deleted or cleared while forks read the tree; otherwise null.
     */
    private OrphanOwner owner;

    /**
     * The last row that a tree inherits from another tree.
     *
     * @param tree id of the tree to which the row's branch belongs
     * @param branch id of the row's branch
     * @param depth the row's depth
     */
    public record Base(long tree, long branch, int depth) {}

    protected Tree() {}

    /**
     * Creates a tree without rows of its own.
     *
     * @param base the last row that the tree inherits; null if it inherits nothing
     */
    Tree(Base base) {
        if (base != null) {
            attachTo(base.tree(), base.branch(), base.depth());
        }
    }

    /**
     * Sets the base, that is, the last row that this tree inherits from another tree. Called for the tree of a new
     * fork. Also called for an orphaned tree, to move the base up when the forks of the tree need fewer inherited rows
     * than before.
     *
     * @param tree id of the tree to which the base belongs
     * @param branch id of the base's branch
     * @param depth depth of the base
     */
    public void attachTo(long tree, long branch, int depth) {
        baseTree = tree;
        baseBranch = branch;
        baseDepth = depth;
    }

    /** Removes the reference to another tree: this tree inherits no rows any more. */
    public void detachFromBase() {
        baseTree = null;
        baseBranch = null;
        baseDepth = null;
    }

    /** True if the tree belongs to no session any more, because its session was deleted or cleared. */
    public boolean isOrphaned() {
        return orphanedAt != null;
    }

    /** True if the tree may have rows to purge. */
    public boolean isPurgeDue() {
        return purgeAt != null;
    }

    /** Returns the id of the last branch that the current purge has completed; 0 if it has completed none. */
    public long purgedTo() {
        return purgedTo;
    }

    /** Records that the current purge has completed all branches up to this id, inclusive. */
    public void purgedTo(long branch) {
        purgedTo = branch;
    }

    /**
     * Marks the purge of this tree as complete. A further purge becomes due when forks need fewer of the tree's rows.
     */
    public void finishPurge() {
        purgeAt = null;
        purgedTo = 0;
    }

    public long id() {
        return id;
    }

    /** Returns the id of the tree from which this tree inherits rows; null if it inherits nothing. */
    public Long baseTree() {
        return baseTree;
    }

    /** Returns the id of the branch of the last row that this tree inherits; null if it inherits nothing. */
    public Long baseBranch() {
        return baseBranch;
    }

    /**
     * Returns the depth of the last row that this tree inherits. Throws a {@link NullPointerException} if it inherits
     * nothing.
     */
    public int baseDepth() {
        return baseDepth;
    }

    /** True if the search index contains messages of this tree: the tree has a session, or forks read its messages. */
    public boolean isIndexed() {
        return orphanedAt == null || owner != null;
    }

    /**
     * Stores the database id, tenant, namespace, user, agent and source of the tree's former session in the tree's row.
     * Called if forks still read the tree's messages, because a rebuild of the search index needs these fields.
     */
    void keepOwner(OrphanOwner formerSession) {
        owner = formerSession;
    }

    /** Makes this tree an orphaned one, whose rows are due for purging at once. */
    void orphan() {
        this.orphanedAt = DatabaseClock.now();
        this.purgeAt = orphanedAt;
        this.purgedTo = 0;
    }
}
