package dev.coppice.search.index;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Progress of indexing an orphaned tree once more: events of its deleted session may have been purged before they were
 * followed. Immutable.
 *
 * @param seq of the last message that was read; they are read in this order
 */
public record OrphanedTree(long tree, long seq) {
    private static final String SEPARATOR = ":";

    /** A tree of which nothing was read yet. */
    static OrphanedTree of(long tree) {
        return new OrphanedTree(tree, Long.MIN_VALUE);
    }

    OrphanedTree after(long newSeq) {
        return new OrphanedTree(tree, newSeq);
    }

    /** Adds trees to the pending ones, each only once: an orphaned tree never changes. */
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
