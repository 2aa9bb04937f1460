package dev.coppice.message;

import java.util.ArrayDeque;
import java.util.List;

/**
 * The end of a path within limits: found by reading sizes backwards from its last row, never texts, and never more rows
 * than it holds. For one transaction.
 */
final class Window {
    private static final int CHUNK = 500;

    private final TreeReader reader;
    private final HistoryQuery query;

    private Path path = Path.EMPTY;
    private Row first;
    private boolean truncated;
    private int count;
    private long tokens;
    private long bytes;

    Window(TreeReader reader, HistoryQuery query) {
        this.reader = reader;
        this.query = query;
    }

    void takeAll(Path all, long allTokens) {
        path = all;
        tokens = allTokens;
    }

    /** Walks up from the last row, branch by branch, until something does not fit any more. */
    void readBackwards(Position last) {
        var ranges = new ArrayDeque<Path.Range>();
        for (var at = last; at != null && !truncated; ) {
            var stem = reader.stems.get(at.branch());
            int to = at.depth();
            while (to >= stem.first() && !truncated) {
                int from = Math.max(stem.first(), to - chunk() + 1);
                truncated = !take(rows(at.branch(), from, to));
                to = from - 1;
            }
            ranges.push(new Path.Range(at.branch(), stem.first(), at.depth()));
            at = stem.parent();
        }
        path = new Path(List.copyOf(ranges)).from(first.position());
    }

    /** One row more than is wanted tells whether something was left out. */
    private int chunk() {
        return query.last() == null ? CHUNK : (int) Math.min(CHUNK, (long) query.last() - count + 1);
    }

    private List<Row> rows(long branch, int from, int to) {
        return reader.rows.read(reader.rows
                .query("m.position.branch = :branch and m.position.depth between :from and :to"
                        + " order by m.position.branch, m.position.depth desc")
                .setParameter("branch", branch)
                .setParameter("from", from)
                .setParameter("to", to));
    }

    /** Takes rows as long as they fit; false when one does not. The leaf always fits. */
    private boolean take(List<Row> rows) {
        for (var row : rows) {
            boolean fits = (query.last() == null || count < query.last())
                    && (query.maxTokens() == null || tokens + row.tokens() <= query.maxTokens())
                    && (query.maxBytes() == null || bytes + row.bytes() <= query.maxBytes());
            if (count > 0 && !fits) {
                return false;
            }
            count++;
            tokens += row.tokens();
            bytes += row.bytes();
            first = row;
        }
        return true;
    }

    Path path() {
        return path;
    }

    long tokens() {
        return tokens;
    }

    boolean isTruncated() {
        return truncated;
    }

    /** The oldest message inside, when older ones were left out. */
    String first() {
        return truncated ? first.id() : null;
    }

    /** Bytes of the path above the window, as it was written. */
    long bytesAbove() {
        return first == null ? 0 : first.bytesAbove();
    }
}
