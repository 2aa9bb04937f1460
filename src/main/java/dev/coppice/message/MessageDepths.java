package dev.coppice.message;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Computes for many messages at once how many messages are above each of them on its path. The paths are divided into
 * ranges of rows that do not overlap, and one statement counts the deleted messages in up to {@link RangeQuery#MAX}
 * ranges. So no deletion is counted twice, however many of the messages are below it. Needs no statement if the tree
 * has no edit (stored update or deletion). For one use, in one read or one transaction; not thread-safe.
 */
final class MessageDepths {
    private static final String DELETIONS = "min(e.key.branch), min(e.key.depth), sum(e.countDelta)";

    /**
     * Number of messages that are deleted in one range of rows, as a negative number or 0. {@code branch} and
     * {@code depth} are the lowest among the range's edits; they show which range it is. All components are null if the
     * range has no edit.
     */
    record DeletionRow(Long branch, Integer depth, Long count) {}

    private final TreeReader reader;

    /**
     * Depths of the rows at which the ranges end, by branch: the rows of the messages, and the rows on their paths
     * after which another branch begins.
     */
    private final Map<Long, TreeSet<Integer>> ends = new HashMap<>();

    MessageDepths(TreeReader reader) {
        this.reader = reader;
    }

    /**
     * Returns how many messages are above each of the given messages on its path, by the position of the message; 0 for
     * a root. Deleted messages, and messages beyond retention, do not count. The result may contain other positions
     * too.
     *
     * @param messages positions of messages that are not deleted
     */
    Map<Position, Integer> of(Collection<Position> messages) {
        var depths = new HashMap<Position, Integer>();
        if (!reader.rows.hasEdits() && !reader.rows.trimmed) {
            messages.forEach(message -> depths.put(message, message.depth()));
            return depths;
        }
        reader.branches.load(messages.stream().map(Position::branch).toList());
        messages.forEach(this::addEnds);
        var deletions = deletions(new HashSet<>(messages));
        // A row is below all rows of its path, so a lower depth comes first.
        ends.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(depth -> new Position(entry.getKey(), depth)))
                .sorted(Comparator.comparingInt(Position::depth))
                .forEachOrdered(end -> depths.put(end, depth(end, depths, deletions)));
        return depths;
    }

    private void addEnds(Position message) {
        var at = message;
        while (at != null
                && ends.computeIfAbsent(at.branch(), branch -> new TreeSet<>()).add(at.depth())) {
            at = reader.branches.get(at.branch()).parent();
        }
    }

    /**
     * Returns the number of deleted messages in each range, as a negative number, by the position of the range's end.
     * Ranges without an edit are left out.
     */
    private Map<Position, Integer> deletions(Set<Position> messages) {
        var deletions = new HashMap<Position, Integer>();
        if (!reader.rows.hasEdits()) {
            return deletions;
        }
        for (var piece : new Path(ranges(messages)).pieces(RangeQuery.MAX)) {
            for (var row : reader.rows.edits.select(DeletionRow.class, DELETIONS, piece)) {
                if (row.branch() != null) {
                    int end = ends.get(row.branch()).ceiling(row.depth());
                    deletions.put(new Position(row.branch(), end), row.count().intValue());
                }
            }
        }
        return deletions;
    }

    /** Returns the ranges that may contain deleted messages. The rows of {@code messages} are left out. */
    private List<Path.Range> ranges(Set<Position> messages) {
        var ranges = new ArrayList<Path.Range>();
        ends.forEach((branch, depths) -> {
            int from = reader.branches.get(branch).first();
            for (int end : depths) {
                int to = messages.contains(new Position(branch, end)) ? end - 1 : end;
                if (from <= to) {
                    ranges.add(new Path.Range(branch, from, to));
                }
                from = Math.max(from, end + 1);
            }
        });
        return ranges;
    }

    /**
     * Returns how many messages are above the row at which a range ends.
     *
     * @param depths the results for all ends that are above this one on its path
     */
    private int depth(Position end, Map<Position, Integer> depths, Map<Position, Integer> deletions) {
        var branch = reader.branches.get(end.branch());
        var lower = ends.get(end.branch()).lower(end.depth());
        var above = lower == null ? branch.parent() : new Position(end.branch(), lower);
        int rows = above == null ? end.depth() - branch.first() : depths.get(above) + end.depth() - above.depth();
        return rows + deletions.getOrDefault(end, 0);
    }
}
