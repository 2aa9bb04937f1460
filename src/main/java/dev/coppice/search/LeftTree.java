package dev.coppice.search;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How far it has come that a tree's messages are indexed once more, because its session has left it to forks: the events
 * of a session that is gone may have been purged before they were followed. Immutable.
 *
 * @param seq of the last message that was looked at; they lie in this order
 */
public record LeftTree(long tree, long seq) {
    private static final String BETWEEN = ":";

    /** A tree that is still to be looked at. */
    static LeftTree of(long tree) {
        return new LeftTree(tree, Long.MIN_VALUE);
    }

    LeftTree behind(long newSeq) {
        return new LeftTree(tree, newSeq);
    }

    /** What is still to be done, and what has come to it. Who left its tree changes nothing of it any more: once is enough. */
    static List<LeftTree> join(List<LeftTree> open, List<LeftTree> more) {
        var trees = open.stream().map(LeftTree::tree).collect(Collectors.toSet());
        var joined = new ArrayList<>(open);
        more.stream().filter(left -> trees.add(left.tree())).forEach(joined::add);
        return List.copyOf(joined);
    }

    @Override
    public String toString() {
        return tree + BETWEEN + seq;
    }

    static LeftTree parse(String text) {
        var parts = text.split(BETWEEN);
        return new LeftTree(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }
}
