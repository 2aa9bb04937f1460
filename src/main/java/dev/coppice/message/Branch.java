package dev.coppice.message;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * Database row of a branch: a sequence of consecutive message rows. Its first row follows a row of another branch, the
 * parent branch, or is a root. If the parent branch belongs to another tree, this branch belongs to a fork. Immutable.
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
     * Depth of the row in the parent branch that this branch's first row follows; -1 if this branch begins with a root.
     * The depth of a row is the number of rows above it.
     */
    @Column(name = "parent_depth")
    private int parentDepth;

    /**
     * Sequence number (order of appending) of the branch's first message. The children of a message are listed in the
     * order of this number.
     */
    @Column(name = "first_seq")
    private long firstSeq;

    protected Branch() {}

    /**
     * Creates a branch.
     *
     * @param tree id of the tree that the branch belongs to
     * @param parent position of the row that the branch's first row follows, or null if the first row is a root
     * @param firstSeq sequence number of the branch's first message
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
