package dev.coppice.state;

import java.util.List;

/**
 * Reads the items of a list piece by piece while a response is written. If the list was rewritten or deleted meanwhile,
 * {@code next} throws {@link ListRewritten}, which aborts the response. Not thread-safe.
 */
final class ListPieces implements ListWindow.Pieces {
    private final ValueReads reads;
    private final ValueReads.Head list;
    private long place;
    private List<byte[]> fetched;

    ListPieces(ValueReads reads, ValueReads.Head list, long place, List<byte[]> first) {
        this.reads = reads;
        this.list = list;
        this.place = place;
        this.fetched = first;
    }

    @Override
    public List<byte[]> next() {
        var piece = fetched == null ? reads.piece(list, place).orElseThrow(() -> new ListRewritten()) : fetched;
        fetched = null;
        place += piece.size();
        return piece;
    }
}
