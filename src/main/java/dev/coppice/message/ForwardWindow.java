package dev.coppice.message;

import dev.coppice.Ids;
import java.util.ArrayList;
import java.util.List;

/**
 * Selects messages and summaries of a path from a given row downwards, up to a maximum number of both together. Reads
 * the sizes of the rows, without bodies. As long as few messages are deleted, reads at most one row after the
 * selection, for its id. For one read or one transaction; not thread-safe.
 */
final class ForwardWindow {
    private static final int CHUNK = 500;

    private final TreeReader reader;
    private final Integer limit;
    private final ChunkSize chunkSize = new ChunkSize(CHUNK);
    private final List<EffectivePath.Piece> pieces = new ArrayList<>();
    private Position begin;
    private String firstId;
    private String next;
    private int count;
    private long tokens;
    private long bytes;

    /**
     * Prepares a selection, which {@link #read} makes.
     *
     * @param limit maximum number of messages and summaries together, inclusive; null for all
     */
    ForwardWindow(TreeReader reader, Integer limit) {
        this.reader = reader;
        this.limit = limit;
    }

    /**
     * Selects messages and summaries of a path, at most as many as the constructor's {@code limit}. The other methods
     * then return the result.
     *
     * @param path the path with compactions applied
     * @param from position of the first row to select. If a summary replaces the row, the selection begins with the
     *     summary.
     */
    void read(EffectivePath path, Position from) {
        begin = from;
        for (var piece : path.pieces()) {
            if (next != null) {
                return;
            }
            if (piece instanceof EffectivePath.Summary summary) {
                if (summary.span().to().depth() >= from.depth()) {
                    readSummary(summary);
                }
            } else if (piece instanceof EffectivePath.Rows rows
                    && rows.path().last().depth() >= from.depth()) {
                readRows(rows.path(), from.depth());
            }
        }
    }

    private void readSummary(EffectivePath.Summary summary) {
        var span = summary.span();
        if (count == 0) {
            begin = span.from();
        }
        if (add(Ids.RESERVED + span.id(), span.tokens(), span.bytes())) {
            pieces.add(summary);
        }
    }

    /**
     * Selects rows of a path, from the row at depth {@code from}, inclusive, until the limit of messages is reached,
     * and adds them to {@link #pieces} as one piece.
     */
    private void readRows(Path path, int from) {
        MessageRow top = null;
        int last = 0;
        for (var range : path.ranges()) {
            int at = Math.max(range.from(), from);
            while (at <= range.to() && next == null) {
                int to = (int) Math.min(range.to(), (long) at + chunkSize.next(wantedRows()) - 1);
                var rows = reader.rows.upwards(range.branch(), at, to);
                chunkSize.record(to - at + 1, rows.size());
                for (int i = rows.size() - 1; i >= 0; i--) {
                    var row = rows.get(i);
                    if (!add(row.id(), row.tokens(), row.bytes())) {
                        break;
                    }
                    top = top == null ? row : top;
                    last = row.position().depth();
                }
                at = to + 1;
            }
        }
        if (top != null) {
            pieces.add(new EffectivePath.Rows(path.between(top.position().depth(), last), top.bytesAbove()));
        }
    }

    /**
     * Returns how many rows are enough if none of their messages is deleted: one more than the number of messages that
     * may still be selected. From the additional row, {@link #next} gets the id of the next message.
     */
    private long wantedRows() {
        return limit == null ? Long.MAX_VALUE : (long) limit - count + 1;
    }

    /**
     * Selects the message or summary with this id unless the limit of messages is reached, and returns whether it was
     * selected.
     */
    private boolean add(String id, int messageTokens, int messageBytes) {
        if (limit != null && count == limit) {
            next = id;
            return false;
        }
        if (count == 0) {
            firstId = id;
        }
        count++;
        tokens += messageTokens;
        bytes += messageBytes;
        return true;
    }

    EffectivePath effectivePath() {
        return new EffectivePath(List.copyOf(pieces));
    }

    /** Returns the position of the first row that is selected, or that a selected summary replaces. */
    Position begin() {
        return begin;
    }

    String firstId() {
        return firstId;
    }

    /**
     * Returns the id of the first message or summary after the selected ones; null if the selection reaches the end of
     * the path.
     */
    String next() {
        return next;
    }

    long tokens() {
        return tokens;
    }

    long bytes() {
        return bytes;
    }
}
