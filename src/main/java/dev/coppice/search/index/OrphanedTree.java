package dev.coppice.search.index;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How far it has come that a tree's messages are indexed once more, because its session has left it to forks: the events
 * of a session that is gone may have been purged before they were followed. Immutable.
 *
 * @param seq of the last message that was looked at; they lie in this order
 */
public record OrphanedTree(long tree, long seq) {
    private static final String BETWEEN = ":";

    /** A tree that is still to be looked at. */
    static OrphanedTree of(long tree) {
        return new OrphanedTree(tree, Long.MIN_VALUE);
    }

    OrphanedTree behind(long newSeq) {
        return new OrphanedTree(tree, newSeq);
    }

    /** What is still to be done, and what has come to it. Who left its tree changes nothing of it any more: once is enough. */
    static List<OrphanedTree> join(List<OrphanedTree> open, List<OrphanedTree> more) {
        var trees = open.stream().map(OrphanedTree::tree).collect(Collectors.toSet());
        var joined = new ArrayList<>(open);
        more.stream().filter(left -> trees.add(left.tree())).forEach(joined::add);
        return List.copyOf(joined);
    }

    @Override
    public String toString() {
        return tree + BETWEEN + seq;
    }

    static OrphanedTree parse(String text) {
        var parts = text.split(BETWEEN);
        return new OrphanedTree(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }
}
