package dev.coppice.message;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * A range of consecutive rows of messages, and the position after which it begins in its parent branch. Immutable. The
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

    /**
     * Depth of the parent, the row of the parent branch after which this branch begins; -1 when it begins with a root.
     */
    @Column(name = "parent_depth")
    private int parentDepth;

    /** Sequence number of the branch's first message. A page of children is ordered by it. */
    @Column(name = "first_seq")
    private long firstSeq;

    protected Branch() {}

    /**
     * Creates a branch.
     *
     * @param parent position of the row that the branch's first row follows, or null when the first row is a root
     */
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
