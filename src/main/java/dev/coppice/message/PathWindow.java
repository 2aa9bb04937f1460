package dev.coppice.message;

import dev.coppice.Ids;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;

/**
 * Selects the part of a path that a query asks for: the last messages (and summaries, if compactions are applied) that
 * together fit into the query's limits. The last one of the path is always selected, even if it exceeds a limit. Reads
 * the sizes of the rows, from the end of the path upwards, and stops before the first message or summary that would
 * exceed a limit. Reads no bodies, except as {@link UserTurns} needs them. If the query has no limits, {@link #addAll}
 * selects the whole path without reading rows. For one read or one transaction; not thread-safe.
 */
final class PathWindow {
    private static final int CHUNK = 500;

    /**
     * Maximum number of rows read at a time when the number of user turns is limited: a user turn has only a few
     * messages.
     */
    private static final int CHUNK_FOR_USER_TURNS = 64;

    private final TreeReader reader;
    private final HistoryQuery query;
    private final ChunkSize chunkSize;

    private final ArrayDeque<EffectivePath.Piece> pieces = new ArrayDeque<>();
    private String first;
    private boolean truncated;
    private int count;
    private int userTurns;
    private long tokens;
    private long bytes;

    PathWindow(TreeReader reader, HistoryQuery query) {
        this.reader = reader;
        this.query = query;
        this.chunkSize = new ChunkSize(query.userTurns() == null ? CHUNK : CHUNK_FOR_USER_TURNS);
    }

    /**
     * Selects a whole path.
     *
     * @param all the path, with compactions applied unless the query asks for raw messages
     * @param allTokens tokens of the path's messages and summaries
     */
    void addAll(EffectivePath all, long allTokens) {
        pieces.addAll(all.pieces());
        tokens = allTokens;
    }

    /**
     * Selects messages from the row {@code last}, inclusive, upwards, branch by branch, until one exceeds a limit of
     * the query. Does not apply compactions. The other methods then return the result.
     */
    void readBackwards(Position last) {
        var ranges = new ArrayDeque<Path.Range>();
        MessageRow top = null;
        for (var at = last; at != null && !truncated; ) {
            var branch = reader.branches.get(at.branch());
            if (at.depth() < branch.first()) {
                break; // beyond retention, with all rows above
            }
            top = readRange(new Path.Range(at.branch(), branch.first(), at.depth()), top);
            ranges.push(new Path.Range(at.branch(), branch.first(), at.depth()));
            at = branch.parent();
        }
        keep(new Path(List.copyOf(ranges)), top);
    }

    /**
     * Selects messages and summaries of a path with compactions applied, from its end upwards, until one exceeds a
     * limit of the query. The other methods then return the result.
     */
    void readBackwards(EffectivePath path) {
        var all = path.pieces();
        for (int i = all.size() - 1; i >= 0 && !truncated; i--) {
            if (all.get(i) instanceof EffectivePath.Rows rows) {
                MessageRow top = null;
                var ranges = rows.path().ranges();
                for (int r = ranges.size() - 1; r >= 0 && !truncated; r--) {
                    top = readRange(ranges.get(r), top);
                }
                keep(rows.path(), top);
            } else if (all.get(i) instanceof EffectivePath.Summary summary) {
                var span = summary.span();
                truncated = !add(Ids.RESERVED + span.id(), span.tokens(), span.bytes(), query.summaryBeginsTurn());
                if (!truncated) {
                    pieces.push(summary);
                }
            }
        }
    }

    /**
     * Selects the messages of a range from the last one upwards, until one exceeds a limit of the query. Returns the
     * uppermost message of the range that was selected; {@code known} if none was.
     *
     * @param range the rows directly above those that were read before
     * @param known the uppermost message selected from the ranges below that belong to the same piece of the path; null
     *     if there is none
     */
    private MessageRow readRange(Path.Range range, MessageRow known) {
        var top = known;
        int to = range.to();
        while (to >= range.from() && !truncated) {
            int from = Math.max(range.from(), to - chunkSize.next(wantedRows()) + 1);
            var rows = reader.rows.upwards(range.branch(), from, to);
            chunkSize.record(to - from + 1, rows.size());
            var userTurnStarts = query.userTurns() == null ? Set.<Position>of() : UserTurns.among(rows, reader.rows);
            for (var row : rows) {
                if (!add(row.id(), row.tokens(), row.bytes(), userTurnStarts.contains(row.position()))) {
                    truncated = true;
                    break;
                }
                top = row;
            }
            to = from - 1;
        }
        return top;
    }

    /**
     * Adds the rows of {@code path} from the message {@code top}, inclusive, to the end of the path to {@link #pieces}.
     * Adds nothing if {@code top} is null.
     */
    private void keep(Path path, MessageRow top) {
        if (top != null) {
            pieces.push(new EffectivePath.Rows(path.from(top.position()), top.bytesAbove()));
        }
    }

    /**
     * Returns how many rows are enough if none of their messages is deleted: one more than the number of messages that
     * may still be selected. The additional row shows whether older messages are left out.
     */
    private long wantedRows() {
        return query.last() == null ? Long.MAX_VALUE : (long) query.last() - count + 1;
    }

    /**
     * Selects the message or summary with this id unless it exceeds a limit of the query, and returns whether it was
     * selected. The first call, for the last message or summary of the path, always selects it.
     *
     * @param userTurn true if the message or summary begins a user turn
     */
    private boolean add(String id, int messageTokens, int messageBytes, boolean userTurn) {
        boolean fits = (query.last() == null || count < query.last())
                && (query.userTurns() == null || userTurns < query.userTurns())
                && (query.maxTokens() == null || tokens + messageTokens <= query.maxTokens())
                && (query.maxBytes() == null || bytes + messageBytes <= query.maxBytes());
        if (count > 0 && !fits) {
            return false;
        }
        count++;
        userTurns += userTurn ? 1 : 0;
        tokens += messageTokens;
        bytes += messageBytes;
        first = id;
        return true;
    }

    /** Returns the selected part of the path, with compactions applied unless the query asks for raw messages. */
    EffectivePath effectivePath() {
        return new EffectivePath(List.copyOf(pieces));
    }

    /** Returns the number of selected messages and summaries. After {@link #addAll}, which reads no rows, it is 0. */
    int count() {
        return count;
    }

    long tokens() {
        return tokens;
    }

    /**
     * Returns the bytes of the JSON of the selected messages and summaries. After {@link #addAll}, which reads no rows,
     * they are 0.
     */
    long bytes() {
        return bytes;
    }

    boolean isTruncated() {
        return truncated;
    }

    /** Returns the id of the oldest selected message or summary; null if no older message was left out. */
    String first() {
        return truncated ? first : null;
    }
}
