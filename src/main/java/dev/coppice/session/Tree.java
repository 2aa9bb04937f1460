package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * Database row of a tree: all messages of a session. A session gets a new tree when it is cleared. The old tree of a
 * cleared or deleted session becomes an orphaned tree, which is purged step by step until only the rows that forks
 * retain are left; without forks it is deleted. So the cost of clear, delete and fork does not depend on the number of
 * messages.
 */
@Entity
public class Tree {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "orphaned_at")
    private Long orphanedAt;

    /**
     * Time since which some rows of the tree should be purged, in milliseconds since the epoch; null when there are
     * none.
     */
    @Column(name = "purge_at")
    private Long purgeAt;

    /**
     * Id of the last branch that the current purge has completed; a purge processes branches in the order of their ids.
     */
    @Column(name = "purged_to")
    private long purgedTo;

    /**
     * Id of the tree from which this tree inherits rows, and branch and depth of its base, which is the last inherited
     * row. Null for a tree that inherits nothing.
     */
    @Column(name = "base_tree")
    private Long baseTree;

    @Column(name = "base_branch")
    private Long baseBranch;

    @Column(name = "base_depth")
    private Integer baseDepth;

    /** The former session of an orphaned tree that forks read; null for any other tree. */
    private OrphanOwner owner;

    /**
     * Sets the base: the last row that this tree inherits. Called for the tree of a new fork, and for an orphaned tree
     * that needs fewer inherited rows than before.
     *
     * @param tree id of the tree to which the base belongs
     * @param branch branch of the base
     * @param depth depth of the base
     */
    public void attachTo(long tree, long branch, int depth) {
        baseTree = tree;
        baseBranch = branch;
        baseDepth = depth;
    }

    /** Removes the base: the tree inherits nothing any more. */
    public void detachFromBase() {
        baseTree = null;
        baseBranch = null;
        baseDepth = null;
    }

    /** True when the tree belongs to no session any more, because its session was deleted or cleared. */
    public boolean isOrphaned() {
        return orphanedAt != null;
    }

    public boolean isPurgeDue() {
        return purgeAt != null;
    }

    public long purgedTo() {
        return purgedTo;
    }

    public void purgedTo(long branch) {
        purgedTo = branch;
    }

    /**
     * Marks the purge as complete. When forks later need fewer of the tree's rows than now, another purge is scheduled.
     */
    public void finishPurge() {
        purgeAt = null;
        purgedTo = 0;
    }

    public long id() {
        return id;
    }

    /**
     * Returns the id of the tree to which the base, the last inherited row, belongs; null when this tree inherits
     * nothing.
     */
    public Long baseTree() {
        return baseTree;
    }

    /** Returns the branch of the base, the last inherited row; null when the tree inherits nothing. */
    public Long baseBranch() {
        return baseBranch;
    }

    /**
     * Returns the depth of the base, the last inherited row. Throws a {@link NullPointerException} if the tree inherits
     * nothing.
     */
    public int baseDepth() {
        return baseDepth;
    }

    /** True while the search index contains messages of this tree: it has a session, or forks read its messages. */
    public boolean isIndexed() {
        return orphanedAt == null || owner != null;
    }

    /** Stores the fields of the former session, because forks still read its messages. */
    void keepOwner(OrphanOwner formerSession) {
        owner = formerSession;
    }

    void orphan() {
        this.orphanedAt = DatabaseClock.now();
        this.purgeAt = orphanedAt;
        this.purgedTo = 0;
    }
}
