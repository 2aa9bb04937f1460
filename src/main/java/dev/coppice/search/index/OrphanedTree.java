package dev.coppice.search.index;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Progress of indexing an orphaned tree. Orphaned trees are indexed again, because events of the deleted session may
 * have been purged before this node applied them. Immutable.
 *
 * @param tree number of the tree
 * @param seq seq of the last message that was indexed; messages are indexed in the order of seq
 */
public record OrphanedTree(long tree, long seq) {
    private static final String SEPARATOR = ":";

    /** Returns the progress of a tree of which no message was indexed yet. */
    static OrphanedTree of(long tree) {
        return new OrphanedTree(tree, Long.MIN_VALUE);
    }

    OrphanedTree after(long newSeq) {
        return new OrphanedTree(tree, newSeq);
    }

    /**
     * Adds trees to the pending ones. A tree that is already pending is not added again, because an orphaned tree never
     * changes.
     */
    static List<OrphanedTree> join(List<OrphanedTree> pending, List<OrphanedTree> more) {
        var trees = pending.stream().map(OrphanedTree::tree).collect(Collectors.toSet());
        var joined = new ArrayList<>(pending);
        more.stream().filter(orphan -> trees.add(orphan.tree())).forEach(joined::add);
        return List.copyOf(joined);
    }

    @Override
    public String toString() {
        return tree + SEPARATOR + seq;
    }

    static OrphanedTree parse(String text) {
        var parts = text.split(SEPARATOR);
        return new OrphanedTree(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }
}
