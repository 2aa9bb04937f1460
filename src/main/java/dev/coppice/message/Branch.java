package dev.coppice.message;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * A run of consecutive messages, and the position where it left its parent branch. Immutable. The parent branch may
 * belong to another session's tree: then this branch belongs to a fork.
 */
@Entity
public class Branch {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tree_id")
    private long tree;

    @Column(name = "parent_id")
    private Long parent;

    /** Depth of the message after which it left its parent, -1 when it begins with a root. */
    @Column(name = "parent_depth")
    private int parentDepth;

    /** seq of its first message; children are paged by it. */
    @Column(name = "first_seq")
    private long firstSeq;

    protected Branch() {}

    /** @param parent the message that it continues, or null for a new root */
    Branch(long tree, Position parent, long firstSeq) {
        this.tree = tree;
        this.parent = parent == null ? null : (Long) parent.branch();
        this.parentDepth = parent == null ? -1 : parent.depth();
        this.firstSeq = firstSeq;
    }

    long id() {
        return id;
    }

    long tree() {
        return tree;
    }

    BranchRef ref() {
        return new BranchRef(id, tree, parent == null ? null : new Position(parent, parentDepth));
    }
}
