package dev.coppice.message;

import dev.coppice.format.Conversion;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a history piece by piece, each piece being a list of messages, and converts the messages to another format.
 * Holds at most one piece of the original history and the messages of one step in memory; a step is the output of one
 * model call with the results of its tool calls. For one reader; not thread-safe.
 */
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
        // Reads on, because an empty piece would end the history.
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
