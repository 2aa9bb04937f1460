package dev.coppice.message;

import dev.coppice.session.Session;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** What is left of a view to read, chunk by chunk; summaries were read when it was fixed. For one reader. */
final class PathPieces implements History.Pieces {
    private final Histories histories;
    private final Session session;
    private final Deque<View.Piece> pieces;
    private final Map<Long, byte[]> summaries;
    private Path rest = Path.EMPTY;
    private long pathBytes;

    PathPieces(Histories histories, Session session, View view, Map<Long, byte[]> summaries) {
        this.histories = histories;
        this.session = session;
        this.pieces = new ArrayDeque<>(view.pieces());
        this.summaries = summaries;
    }

    @Override
    public List<byte[]> next() {
        while (true) {
            if (rest.isEmpty()) {
                var piece = pieces.poll();
                if (piece == null) {
                    return List.of();
                }
                if (piece instanceof View.Summary summary) {
                    return List.of(summaries.get(summary.span().number()));
                }
                begin((View.Stretch) piece);
            }
            var chunk = histories.chunk(session, rest, pathBytes);
            rest = rest.behind(chunk.last());
            pathBytes = chunk.pathBytes();
            // A chunk may hold deleted messages only; an empty piece would end the history.
            if (!chunk.bodies().isEmpty()) {
                return chunk.bodies();
            }
        }
    }

    private void begin(View.Stretch stretch) {
        rest = stretch.path();
        pathBytes = stretch.bytesAbove();
    }
}
