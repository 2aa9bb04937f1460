package dev.coppice.message;

import dev.coppice.format.Diagnostic;
import dev.coppice.format.PairRepair;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a history and repairs its tool calls, so that the result of every call directly follows the call, as models
 * require; see {@link PairRepair}. A call without a result gets one that says that the call was interrupted. Holds at
 * most one piece of the original history in memory. For one reader; not thread-safe.
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
        // Reads on, because an empty piece would end the history.
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

    /** Returns the repairs that were made so far. The list is complete after the last piece was read. */
    public List<Diagnostic> diagnostics() {
        return repair.diagnostics();
    }
}
