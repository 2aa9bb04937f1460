package dev.coppice.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * The rows of a tree, divided into segments, and the runs of messages that the segments form. A segment is a range of
 * consecutive rows of one branch. Other branches begin after its last row only, never between two of its rows. A run of
 * messages is a sequence of messages of which each but the last has exactly one child: the next one. Deleted messages
 * do not count, so a run may consist of several segments.
 *
 * <p>Built from the branches alone, without reading a message. So its size depends on the number of branches, not on
 * the number of messages. Segments are identified by their index, which begins at 0; a segment has a higher index than
 * the one that it continues. Not thread-safe.
 */
final class TreeSegments {
    /**
     * Value of {@link Segment#to} for a segment that extends to the end of its branch. The depth of the last row of a
     * branch is not known without reading messages.
     */
    static final int OPEN = Integer.MAX_VALUE;

    private static final int UNKNOWN = -2;
    /** Index that means "no segment", for example if a segment has no segment above. */
    static final int NONE = -1;

    /**
     * A range of rows of one branch.
     *
     * @param branch id of the branch
     * @param from depth of the first row, inclusive
     * @param to depth of the last row, inclusive; {@link #OPEN} if the segment extends to the end of the branch
     * @param continued index of the segment whose last row is directly above the first row of this one; {@link #NONE}
     *     if this segment begins with a root
     */
    record Segment(long branch, int from, int to, int continued) {
        Path.Range range() {
            return new Path.Range(branch, from, to);
        }

        boolean contains(Position row) {
            return row.branch() == branch && from <= row.depth() && row.depth() <= to;
        }
    }

    private final List<Segment> segments = new ArrayList<>();
    private final List<List<Integer>> continuations = new ArrayList<>();
    private final Map<Position, Integer> endingAt = new HashMap<>();
    private final IntPredicate isLive;
    private final Map<Integer, List<Integer>> liveChildren = new HashMap<>();
    private final int[] liveParents;

    /**
     * Divides a tree into segments.
     *
     * @param inherited the path that the tree inherits; empty if the tree is not a fork
     * @param branches the tree's own branches, ordered by id
     * @param isLive tests whether the segment with a given index has a message that is not deleted; called only if
     *     needed, because it may run a query
     */
    TreeSegments(Path inherited, Collection<BranchRef> branches, IntPredicate isLive) {
        this.isLive = isLive;
        var forks = forks(branches);
        int last = NONE;
        for (var range : inherited.ranges()) {
            last = addAll(range, forks.getOrDefault(range.branch(), new TreeSet<>()), last);
        }
        for (var branch : branches) {
            int parent = branch.parent() == null ? NONE : endingAt.getOrDefault(branch.parent(), NONE);
            var all = new Path.Range(branch.branch(), branch.first(), OPEN);
            addAll(all, forks.getOrDefault(branch.branch(), new TreeSet<>()), parent);
        }
        liveParents = new int[segments.size()];
        Arrays.fill(liveParents, UNKNOWN);
    }

    /** Returns, by the id of a branch, the depths of those of its rows after which other branches begin. */
    private static Map<Long, TreeSet<Integer>> forks(Collection<BranchRef> branches) {
        var forks = new HashMap<Long, TreeSet<Integer>>();
        for (var branch : branches) {
            if (branch.parent() != null) {
                forks.computeIfAbsent(branch.parent().branch(), id -> new TreeSet<>())
                        .add(branch.parent().depth());
            }
        }
        return forks;
    }

    /**
     * Divides a range of rows of one branch into segments, adds these to the tree's segments, and returns the index of
     * the last one.
     *
     * @param forks depths of the rows in the range's branch after which other branches begin
     * @param continued index of the segment that ends directly above the range; {@link #NONE} if the range begins with
     *     a root
     */
    private int addAll(Path.Range range, TreeSet<Integer> forks, int continued) {
        int from = range.from();
        int last = continued;
        for (int depth : forks.tailSet(from)) {
            if (depth < range.to()) {
                last = add(new Segment(range.branch(), from, depth, last));
                from = depth + 1;
            }
        }
        return add(new Segment(range.branch(), from, range.to(), last));
    }

    private int add(Segment segment) {
        int number = segments.size();
        segments.add(segment);
        continuations.add(new ArrayList<>(2));
        endingAt.put(new Position(segment.branch(), segment.to()), number);
        if (segment.continued() != NONE) {
            continuations.get(segment.continued()).add(number);
        }
        return number;
    }

    int size() {
        return segments.size();
    }

    Segment get(int number) {
        return segments.get(number);
    }

    /** True if the first row of the segment with this index is the first row of its branch. */
    boolean isFirstOfBranch(int number) {
        return number == 0
                || segments.get(number - 1).branch() != segments.get(number).branch();
    }

    /**
     * Returns where the search for the runs of the next page begins: the lowest index of a segment that begins below
     * {@code row} on the same branch, or that is on a branch with a higher id. Returns {@link #size} if there is no
     * such segment.
     *
     * @param row position of the first row of the last run on the page before
     */
    int firstAfter(Position row) {
        for (int i = 0; i < segments.size(); i++) {
            var segment = segments.get(i);
            if (segment.branch() > row.branch() || segment.branch() == row.branch() && segment.from() > row.depth()) {
                return i;
            }
        }
        return segments.size();
    }

    /**
     * True if the first message of the segment with this index begins a run of messages: it is a root, or its parent
     * has several children. Deleted messages do not count. False if all messages of the segment are deleted.
     */
    boolean beginsRun(int number) {
        if (!isLive.test(number)) {
            return false;
        }
        int parent = liveParent(number);
        return parent == NONE || liveChildren(parent).size() != 1;
    }

    /**
     * Returns the indexes of the segments that form a run of messages, from the top down. Each of them has a message
     * that is not deleted.
     *
     * @param first index of the segment with which the run begins
     */
    List<Integer> run(int first) {
        var run = new ArrayList<>(List.of(first));
        for (var next = liveChildren(first); next.size() == 1; next = liveChildren(next.get(0))) {
            run.add(next.get(0));
        }
        return run;
    }

    /**
     * Returns the index of the nearest segment that is above a given segment and has a message that is not deleted;
     * {@link #NONE} if there is none.
     *
     * @param number index of the given segment
     */
    int liveParent(int number) {
        int at = number;
        while (liveParents[at] == UNKNOWN) {
            int above = segments.get(at).continued();
            if (above == NONE || isLive.test(above)) {
                liveParents[at] = above;
            } else {
                at = above;
            }
        }
        for (int below = number; below != at; below = segments.get(below).continued()) {
            liveParents[below] = liveParents[at];
        }
        return liveParents[at];
    }

    /**
     * Returns the indexes of those segments directly below a given segment that have a message that is not deleted, in
     * ascending order. In place of a segment without such a message, the segments below it are returned.
     *
     * @param number index of the given segment
     */
    List<Integer> liveChildren(int number) {
        return liveChildren.computeIfAbsent(number, parent -> {
            var found = new ArrayList<Integer>();
            var open = new ArrayList<>(continuations.get(parent));
            while (!open.isEmpty()) {
                int next = open.remove(open.size() - 1);
                if (isLive.test(next)) {
                    found.add(next);
                } else {
                    open.addAll(continuations.get(next));
                }
            }
            found.sort(null);
            return found;
        });
    }
}
