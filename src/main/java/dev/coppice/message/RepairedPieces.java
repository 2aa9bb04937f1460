package dev.coppice.message;

import dev.coppice.format.Diagnostic;
import dev.coppice.format.PairRepair;
import java.util.ArrayList;
import java.util.List;

/**
 * A history whose calls of tools and results fit, as a model wants them; see {@link PairRepair}. Holds no more than a
 * piece of the history below it. For one reader.
 */
public final class RepairedPieces implements History.Pieces {
    private final History.Pieces pieces;
    private final PairRepair repair = new PairRepair();
    private boolean ended;

    public RepairedPieces(History.Pieces pieces) {
        this.pieces = pieces;
    }

    @Override
    public List<byte[]> next() {
        var view = new ArrayList<byte[]>();
        // A piece of which nothing is left would end the history.
        while (view.isEmpty() && !ended) {
            var piece = pieces.next();
            piece.forEach(message -> view.addAll(repair.next(message)));
            if (piece.isEmpty()) {
                ended = true;
                view.addAll(repair.end());
            }
        }
        return view;
    }

    /** What was repaired; complete when the last piece was read. */
    public List<Diagnostic> diagnostics() {
        return repair.diagnostics();
    }
}
