package dev.coppice.message;

import dev.coppice.format.Truncation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A history whose older messages are truncated; see {@link Truncation}. Buffers the newest messages and one piece of
 * the source. For one reader; not thread-safe.
 */
public final class TruncatedPieces implements History.Pieces {
    /** Number of messages at the end of a history that are not truncated. */
    public static final int NEWEST = 4;

    private final History.Pieces pieces;
    private final int newest;
    private final Deque<byte[]> buffer = new ArrayDeque<>();

    /**
     * Creates the truncated history.
     *
     * @param newest number of messages at the end of {@code pieces} that are not truncated; 0 when newer messages of
     *     the path follow after them
     */
    public TruncatedPieces(History.Pieces pieces, int newest) {
        this.pieces = pieces;
        this.newest = newest;
    }

    @Override
    public List<byte[]> next() {
        var view = new ArrayList<byte[]>();
        while (view.isEmpty()) {
            var piece = pieces.next();
            if (piece.isEmpty()) {
                view.addAll(buffer);
                buffer.clear();
                return view;
            }
            buffer.addAll(piece);
            while (buffer.size() > newest) {
                view.add(Truncation.of(buffer.poll()));
            }
        }
        return view;
    }
}
