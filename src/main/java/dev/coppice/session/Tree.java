package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * All messages of a session. A session gets a new tree when it is cleared. The old tree of a cleared or deleted session
 * becomes an orphaned tree. An orphaned tree is purged step by step until only the rows that forks retain are left;
 * without forks it is deleted. So the cost of clear, delete and fork does not depend on the number of messages.
 */
@Entity
public class Tree {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "orphaned_at")
    private Long orphanedAt;

    /** Time since which rows of the tree are due for purging, in epoch milliseconds; null when none are. */
    @Column(name = "purge_at")
    private Long purgeAt;

    /** Id of the last branch that the current purge has finished; it processes branches in the order of their ids. */
    @Column(name = "purged_to")
    private long purgedTo;

    /**
     * Tree, branch and depth of the base, which is the last row that this tree inherits; null when it inherits nothing.
     */
    @Column(name = "base_tree")
    private Long baseTree;

    @Column(name = "base_branch")
    private Long baseBranch;

    @Column(name = "base_depth")
    private Integer baseDepth;

    /** The former session of an orphaned tree with forks; null otherwise. */
    private OrphanOwner owner;

    /** Sets the base of a new fork's tree, or of an orphaned tree that now needs fewer inherited rows. */
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

    /** True when the tree's session was deleted, or cleared. */
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

    /** Marks the purge as complete. Another one becomes due when forks retain fewer rows. */
    public void finishPurge() {
        purgeAt = null;
        purgedTo = 0;
    }

    public long id() {
        return id;
    }

    /** The tree that a fork inherits from, or null. */
    public Long baseTree() {
        return baseTree;
    }

    /** The branch of the last inherited message, or null when the tree inherits nothing. */
    public Long baseBranch() {
        return baseBranch;
    }

    /** The depth of the last inherited message; valid only with {@link #baseBranch}. */
    public int baseDepth() {
        return baseDepth;
    }

    /** True while the search index has messages of this tree: it has a session, or forks read its messages. */
    public boolean isIndexed() {
        return orphanedAt == null || owner != null;
    }

    /** Stores the former session's fields, because forks still read its messages. */
    void keepOwner(OrphanOwner formerSession) {
        owner = formerSession;
    }

    void orphan() {
        this.orphanedAt = DatabaseClock.now();
        this.purgeAt = orphanedAt;
        this.purgedTo = 0;
    }
}
