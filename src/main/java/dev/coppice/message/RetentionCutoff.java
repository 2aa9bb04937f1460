package dev.coppice.message;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/**
 * Database row of the retention cutoff of a branch, for the readers of one tree. All rows of the branch down to a
 * depth, inclusive, and all rows above the branch are beyond retention for these readers: the limit {@code maxMessages}
 * has removed their messages. There is at most one cutoff per tree and branch, however many messages are hidden. If the
 * branch belongs to the same tree, the cutoff is deleted together with the branch, once all rows of the branch were
 * purged and nothing below the cutoff uses the branch. When the tree is purged, all of its cutoffs are deleted.
 */
@Entity
@Table(name = "trim_line")
public class RetentionCutoff {
    /** Primary key: the tree whose readers the cutoff applies to, and the branch. */
    @Embeddable
    public record Key(@Column(name = "tree_id") long tree, @Column(name = "branch_id") long branch) {}

    @EmbeddedId
    private Key key;

    private int depth;

    /** True if rows of the branch that are beyond retention may still have to be purged. */
    private boolean due;

    protected RetentionCutoff() {}

    RetentionCutoff(long tree, Path.Range range) {
        this.key = new Key(tree, range.branch());
        moveTo(range.to());
    }

    /**
     * Moves the cutoff down: all rows of the branch down to this depth, inclusive, become beyond retention and due for
     * purging.
     */
    final void moveTo(int depth) {
        this.depth = depth;
        this.due = true;
    }

    /** Records that the purge of the rows hidden by this cutoff is complete. */
    void finishPurge() {
        due = false;
    }

    long tree() {
        return key.tree();
    }

    long branch() {
        return key.branch();
    }

    int depth() {
        return depth;
    }
}
