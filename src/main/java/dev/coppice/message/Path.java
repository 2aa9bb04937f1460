package dev.coppice.message;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * A path of messages from a root downwards, or a part of one, as ranges of rows. All methods compute with the ranges
 * and read no message. They take one step per branch on the path, however long the branches are, without recursion or a
 * limit of depth. A path may begin below rows that are beyond retention: the limit {@code maxMessages} has removed
 * their messages from the session. Immutable.
 *
 * @param ranges the ranges in their order from the root; each range begins one depth below the end of the range before
 *     it. Only a path that is made for a query, as by {@link RangeQuery#ranges}, may have gaps
 */
public record Path(List<Range> ranges) {
    public static final Path EMPTY = new Path(List.of());

    /**
     * Consecutive rows of one branch.
     *
     * @param branch id of the branch
     * @param from depth of the first row, inclusive
     * @param to depth of the last row, inclusive; at least {@code from}
     */
    public record Range(long branch, int from, int to) {
        int size() {
            return to - from + 1;
        }

        Position last() {
            return new Position(branch, to);
        }
    }

    public Path {
        ranges = List.copyOf(ranges);
    }

    /**
     * Returns the path from a root down to a position, inclusive. If {@code branches} leaves out the rows beyond
     * retention, the path begins with the first row that is not beyond retention, and is empty if all rows are.
     *
     * @param leaf the position of the last row of the path
     * @param branches finds a branch by its id, as {@link BranchIndex#get} does
     */
    static Path to(Position leaf, LongFunction<BranchRef> branches) {
        var ranges = new ArrayList<Range>();
        for (var at = leaf; at != null; ) {
            var branch = branches.apply(at.branch());
            if (at.depth() < branch.first()) {
                break; // beyond retention, with all rows above
            }
            ranges.add(new Range(at.branch(), branch.first(), at.depth()));
            at = branch.parent();
        }
        Collections.reverse(ranges);
        return new Path(ranges);
    }

    /**
     * Returns the part of a path that begins below one row and ends with another row further down. Looks up only the
     * branches between the two rows. Rows that are beyond retention are left out if {@code branches} leaves them out.
     *
     * @param above position of the upper row, exclusive: the result begins below it
     * @param end position of the lower row, inclusive; if it is {@code above}, the result is an empty path
     * @param branches finds a branch by its id
     * @return empty if {@code above} is not on the path to {@code end}
     */
    static Optional<Path> below(Position above, Position end, LongFunction<BranchRef> branches) {
        var ranges = new ArrayList<Range>();
        for (var at = end; at != null && at.depth() >= above.depth(); ) {
            var branch = branches.apply(at.branch());
            boolean isLast = at.branch() == above.branch();
            int from = isLast ? Math.max(branch.first(), above.depth() + 1) : branch.first();
            if (from <= at.depth()) {
                ranges.add(new Range(at.branch(), from, at.depth()));
            }
            if (isLast) {
                Collections.reverse(ranges);
                return Optional.of(new Path(ranges));
            }
            at = branch.parent();
        }
        return Optional.empty();
    }

    static Path of(Range range) {
        return new Path(List.of(range));
    }

    public boolean isEmpty() {
        return ranges.isEmpty();
    }

    /** Returns the number of rows, including those of deleted messages. Only for a path without gaps. */
    int rowCount() {
        return ranges.isEmpty() ? 0 : last().depth() + 1 - ranges.get(0).from();
    }

    Position first() {
        return new Position(ranges.get(0).branch(), ranges.get(0).from());
    }

    Position last() {
        return ranges.get(ranges.size() - 1).last();
    }

    /** True if the row at this position is on this path. */
    public boolean contains(Position position) {
        for (var range : ranges) {
            if (range.branch() == position.branch()
                    && range.from() <= position.depth()
                    && position.depth() <= range.to()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the part of this path from {@code first}, inclusive, to its end. {@code first} must be on this path. */
    Path from(Position first) {
        var rest = new ArrayList<Range>();
        for (var range : ranges) {
            if (range.to() >= first.depth()) {
                rest.add(new Range(range.branch(), Math.max(range.from(), first.depth()), range.to()));
            }
        }
        return new Path(rest);
    }

    /** Returns the part of this path with depths from {@code first} to {@code last}, both inclusive. */
    Path between(int first, int last) {
        var part = new ArrayList<Range>();
        for (var range : ranges) {
            int from = Math.max(range.from(), first);
            int to = Math.min(range.to(), last);
            if (from <= to) {
                part.add(new Range(range.branch(), from, to));
            }
        }
        return new Path(part);
    }

    /** Returns the part of this path below {@code last}, exclusive, to its end. {@code last} must be on this path. */
    Path after(Position last) {
        return from(new Position(last.branch(), last.depth() + 1));
    }

    /**
     * Returns the beginning of this path: at most {@code rows} rows in at most {@code maxRanges} ranges, so that one
     * statement can read them.
     */
    Path head(int rows, int maxRanges) {
        var head = new ArrayList<Range>();
        int left = rows;
        for (var range : ranges) {
            if (left == 0 || head.size() == maxRanges) {
                break;
            }
            int to = (int) Math.min(range.to(), (long) range.from() + left - 1);
            head.add(new Range(range.branch(), range.from(), to));
            left -= to - range.from() + 1;
        }
        return new Path(head);
    }

    /** Splits this path into consecutive parts of at most {@code maxRanges} ranges. */
    List<Path> pieces(int maxRanges) {
        var pieces = new ArrayList<Path>();
        for (int i = 0; i < ranges.size(); i += maxRanges) {
            pieces.add(new Path(ranges.subList(i, Math.min(ranges.size(), i + maxRanges))));
        }
        return pieces;
    }
}
