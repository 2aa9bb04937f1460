package dev.coppice.message;

import dev.coppice.Ids;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;

/**
 * The end of a path within limits: found by reading sizes backwards from its last row, never texts, and never more rows
 * than it holds. For one transaction.
 */
final class PathWindow {
    private static final int CHUNK = 500;

    /** A turn is a question and an answer; with tools, some more. */
    private static final int CHUNK_OF_TURNS = 64;

    private final TreeReader reader;
    private final HistoryQuery query;

    private final ArrayDeque<EffectivePath.Piece> pieces = new ArrayDeque<>();
    private String first;
    private boolean truncated;
    private int count;
    private int turns;
    private long tokens;
    private long bytes;

    PathWindow(TreeReader reader, HistoryQuery query) {
        this.reader = reader;
        this.query = query;
    }

    void takeAll(EffectivePath all, long allTokens) {
        pieces.addAll(all.pieces());
        tokens = allTokens;
    }

    /** Walks up from the last row, branch by branch, until something does not fit any more. */
    void readBackwards(Position last) {
        var ranges = new ArrayDeque<Path.Range>();
        MessageRow top = null;
        for (var at = last; at != null && !truncated; ) {
            var stem = reader.stems.get(at.branch());
            if (at.depth() < stem.first()) {
                break; // let go of, and all above it
            }
            top = readRange(new Path.Range(at.branch(), stem.first(), at.depth()), top);
            ranges.push(new Path.Range(at.branch(), stem.first(), at.depth()));
            at = stem.parent();
        }
        keep(new Path(List.copyOf(ranges)), top);
    }

    /** Walks up what a reader sees, from its end, until something does not fit any more. */
    void readBackwards(EffectivePath view) {
        var all = view.pieces();
        for (int i = all.size() - 1; i >= 0 && !truncated; i--) {
            if (all.get(i) instanceof EffectivePath.Stretch stretch) {
                MessageRow top = null;
                var ranges = stretch.path().ranges();
                for (int r = ranges.size() - 1; r >= 0 && !truncated; r--) {
                    top = readRange(ranges.get(r), top);
                }
                keep(stretch.path(), top);
            } else if (all.get(i) instanceof EffectivePath.Summary summary) {
                var span = summary.span();
                truncated = !take(Ids.RESERVED + span.id(), span.tokens(), span.bytes(), false);
                if (!truncated) {
                    pieces.push(summary);
                }
            }
        }
    }

    /** Takes the rows of a range that fit, from its end; answers the topmost that did, or the one known before. */
    private MessageRow readRange(Path.Range range, MessageRow known) {
        var top = known;
        int to = range.to();
        while (to >= range.from() && !truncated) {
            int from = Math.max(range.from(), to - chunk() + 1);
            var rows = rows(range.branch(), from, to);
            var userTurns = query.turns() == null ? Set.<Position>of() : UserTurns.among(rows, reader.rows);
            for (var row : rows) {
                if (!take(row.id(), row.tokens(), row.bytes(), userTurns.contains(row.position()))) {
                    truncated = true;
                    break;
                }
                top = row;
            }
            to = from - 1;
        }
        return top;
    }

    /** Keeps the part of a path from its topmost row on; rows above that were deleted are nothing. */
    private void keep(Path path, MessageRow top) {
        if (top != null) {
            pieces.push(new EffectivePath.Stretch(path.from(top.position()), top.bytesAbove()));
        }
    }

    /** One row more than is wanted tells whether something was left out. */
    private int chunk() {
        int most = query.turns() == null ? CHUNK : CHUNK_OF_TURNS;
        return query.last() == null ? most : (int) Math.min(most, (long) query.last() - count + 1);
    }

    private List<MessageRow> rows(long branch, int from, int to) {
        return reader.rows.read(reader.rows
                .query("m.position.branch = :branch and m.position.depth between :from and :to"
                        + " order by m.position.branch, m.position.depth desc")
                .setParameter("branch", branch)
                .setParameter("from", from)
                .setParameter("to", to));
    }

    /** Takes a message if it fits; the leaf always does. */
    private boolean take(String id, int itsTokens, int itsBytes, boolean userTurn) {
        boolean fits = (query.last() == null || count < query.last())
                && (query.turns() == null || turns < query.turns())
                && (query.maxTokens() == null || tokens + itsTokens <= query.maxTokens())
                && (query.maxBytes() == null || bytes + itsBytes <= query.maxBytes());
        if (count > 0 && !fits) {
            return false;
        }
        count++;
        turns += userTurn ? 1 : 0;
        tokens += itsTokens;
        bytes += itsBytes;
        first = id;
        return true;
    }

    /** What is inside, from the root down. */
    EffectivePath view() {
        return new EffectivePath(List.copyOf(pieces));
    }

    long tokens() {
        return tokens;
    }

    /** Of what was found within limits; 0 of a whole path. */
    long bytes() {
        return bytes;
    }

    boolean isTruncated() {
        return truncated;
    }

    /** The oldest message inside, when older ones were left out. */
    String first() {
        return truncated ? first : null;
    }
}
