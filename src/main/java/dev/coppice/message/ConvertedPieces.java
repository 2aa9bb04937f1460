package dev.coppice.message;

import dev.coppice.format.Conversion;
import java.util.ArrayList;
import java.util.List;

/** A history in another shape. Holds no more than a piece of the history below it, and one step. For one reader. */
final class ConvertedPieces implements History.Pieces {
    private final History.Pieces pieces;
    private final Conversion conversion;
    private boolean ended;

    ConvertedPieces(History.Pieces pieces, Conversion conversion) {
        this.pieces = pieces;
        this.conversion = conversion;
    }

    @Override
    public List<byte[]> next() {
        var view = new ArrayList<byte[]>();
        // A piece of which nothing is complete yet would end the history.
        while (view.isEmpty() && !ended) {
            var piece = pieces.next();
            piece.forEach(message -> view.addAll(conversion.next(message)));
            if (piece.isEmpty()) {
                ended = true;
                view.addAll(conversion.end());
            }
        }
        return view;
    }
}
