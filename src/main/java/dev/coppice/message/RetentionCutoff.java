package dev.coppice.message;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/**
 * For the readers of one tree all rows of a branch down to a depth are gone, and all that lies above the branch: they were
 * let go of when newer ones came. One row a branch, whatever the number of messages. When the rows have been purged and
 * nothing else is on the branch, it goes along with the branch.
 */
@Entity
@Table(name = "trim_line")
public class RetentionCutoff {
    /** Which branch, for whom. */
    @Embeddable
    public record Key(@Column(name = "tree_id") long tree, @Column(name = "branch_id") long branch) {}

    @EmbeddedId
    private Key key;

    private int depth;

    /** True while there may be rows to purge. */
    private boolean due;

    protected RetentionCutoff() {}

    RetentionCutoff(long tree, Path.Range range) {
        this.key = new Key(tree, range.branch());
        reach(range.to());
    }

    /** The rows down to another depth are gone too. */
    final void reach(int depth) {
        this.depth = depth;
        this.due = true;
    }

    /** What could be purged has been. */
    void settle() {
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
