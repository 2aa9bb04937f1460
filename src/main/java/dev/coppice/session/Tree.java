package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * What the messages of a session hang on. A session that is cleared gets a new tree, a deleted one leaves its tree
 * behind; such a stool is purged piece by piece down to what forks hold of it, and goes when none grows on it. So all
 * three cost the same at any length.
 */
@Entity
public class Tree {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "orphaned_at")
    private Long orphanedAt;

    /** Since when something of it is to be purged; null when nothing is. */
    @Column(name = "purge_at")
    private Long purgeAt;

    /** Branches up to this one are done. */
    @Column(name = "purged_to")
    private long purgedTo;

    /** The tree, branch and depth of the last message that a fork inherits: what it grows on. */
    @Column(name = "base_tree")
    private Long baseTree;

    @Column(name = "base_branch")
    private Long baseBranch;

    @Column(name = "base_depth")
    private Integer baseDepth;

    /** Null while it has a session, and of a stool on which nothing grew. */
    private OrphanOwner remains;

    /** Makes it grow on a row of another tree: a new tree, or a stool of which less is needed. */
    public void growOn(long tree, long branch, int depth) {
        baseTree = tree;
        baseBranch = branch;
        baseDepth = depth;
    }

    /** Nothing of another tree is needed any more. */
    public void uproot() {
        baseTree = null;
        baseBranch = null;
        baseDepth = null;
    }

    /** True when it has no session any more. */
    public boolean isStool() {
        return orphanedAt != null;
    }

    public boolean isDue() {
        return purgeAt != null;
    }

    public long purgedTo() {
        return purgedTo;
    }

    public void purgedTo(long branch) {
        purgedTo = branch;
    }

    /** Nothing more is to be purged of it, until forks hold less of it. */
    public void purged() {
        purgeAt = null;
        purgedTo = 0;
    }

    public long id() {
        return id;
    }

    /** The tree that a fork grows on, or null. */
    public Long baseTree() {
        return baseTree;
    }

    /** The branch that a fork grows on, or null for a tree with roots of its own. */
    public Long baseBranch() {
        return baseBranch;
    }

    /** Depth of the last inherited message; only with {@link #baseBranch}. */
    public int baseDepth() {
        return baseDepth;
    }

    /** True as long as the search index has something of it: it has a session, or forks read what it had. */
    public boolean isIndexed() {
        return orphanedAt == null || remains != null;
    }

    /** Keeps of its session what forks have in common with it; they go on reading its messages. */
    void keep(OrphanOwner ofSession) {
        remains = ofSession;
    }

    void orphan() {
        this.orphanedAt = DatabaseClock.now();
        this.purgeAt = orphanedAt;
        this.purgedTo = 0;
    }
}
