package dev.coppice.message;

import dev.coppice.format.Truncation;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a history piece by piece and truncates long tool outputs and texts in its first messages, to save tokens; see
 * {@link Truncation}. For one reader; not thread-safe.
 */
public final class TruncatedPieces implements History.Pieces {
    private final History.Pieces pieces;
    private int old;

    /**
     * Creates a reader of a history.
     *
     * @param pieces the history, of which no piece was read yet
     * @param old how many messages at the beginning of the history to truncate, 0 or less for none; the messages after
     *     them are not changed
     */
    public TruncatedPieces(History.Pieces pieces, int old) {
        this.pieces = pieces;
        this.old = old;
    }

    @Override
    public List<byte[]> next() {
        var piece = pieces.next();
        if (old <= 0) {
            return piece;
        }
        var view = new ArrayList<byte[]>(piece.size());
        for (var message : piece) {
            view.add(old-- > 0 ? Truncation.of(message) : message);
        }
        return view;
    }
}
