package dev.coppice.message;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * A range of consecutive rows of messages, and the position after which it left its parent branch. Immutable. The
 * parent branch may belong to another session's tree: then this branch belongs to a fork.
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

    /** Depth of the row in the parent branch that this branch continues; -1 when this branch begins with a root. */
    @Column(name = "parent_depth")
    private int parentDepth;

    /** Sequence number of the branch's first message. Pages of children are ordered by it. */
    @Column(name = "first_seq")
    private long firstSeq;

    protected Branch() {}

    /** @param parent position that the branch continues, or null for a new root */
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
