package dev.coppice.message;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * A run of messages, one after the other, and where it left which other run. Immutable. The run that it left may hang
 * on the tree of another session: then this one grows on a fork.
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

    /** Depth of the message that it left, -1 when it begins with a root. */
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

    BranchRef stem() {
        return new BranchRef(id, tree, parent == null ? null : new Position(parent, parentDepth));
    }
}
