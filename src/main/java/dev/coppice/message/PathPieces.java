package dev.coppice.message;

import dev.coppice.api.Page;
import dev.coppice.session.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Reads the messages and summaries of a path with compactions applied, piece by piece. The constructor gets the first
 * summaries of the path, usually all. Further summaries are read from the database when the reader reaches them. For
 * one reader; not thread-safe.
 */
final class PathPieces implements History.Pieces {
    /**
     * Maximum bytes of the summaries that are held in memory at a time; one summary alone may be larger. Chunks of
     * messages have about the same limit.
     */
    private static final long MAX_BYTES = 1 << 20;

    private static final int MAX_SUMMARIES = 500;

    private final Histories histories;
    private final Session session;
    private final Deque<EffectivePath.Piece> pieces;
    private Map<Long, byte[]> summaries;
    private Path rest = Path.EMPTY;
    private long pathBytes;

    PathPieces(Histories histories, Session session, EffectivePath path, Map<Long, byte[]> summaries) {
        this.histories = histories;
        this.session = session;
        this.pieces = new ArrayDeque<>(path.pieces());
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
                if (piece instanceof EffectivePath.Summary summary) {
                    return List.of(message(summary));
                }
                start((EffectivePath.Rows) piece);
            }
            var chunk = histories.chunk(session, rest, pathBytes);
            rest = rest.after(chunk.last());
            pathBytes = chunk.pathBytes();
            // A chunk may consist of deleted messages only; an empty piece would end the history.
            if (!chunk.bodies().isEmpty()) {
                return chunk.bodies();
            }
        }
    }

    /**
     * Returns the database ids of the first compactions of a path. Their summaries have at most 1 MiB together, and
     * there are at most 500 of them, but at least one if the path has a compaction.
     */
    static List<Long> firstSummaries(Collection<EffectivePath.Piece> pieces) {
        var spans = pieces.stream()
                .filter(EffectivePath.Summary.class::isInstance)
                .map(piece -> ((EffectivePath.Summary) piece).span())
                .toList();
        int size = Page.fitting(spans.stream().map(OverlaySpan::bytes).toList(), MAX_SUMMARIES, MAX_BYTES);
        return spans.stream().limit(size).map(OverlaySpan::number).toList();
    }

    private byte[] message(EffectivePath.Summary summary) {
        long number = summary.span().number();
        if (!summaries.containsKey(number)) {
            var next = new ArrayList<>(List.<EffectivePath.Piece>of(summary));
            next.addAll(pieces);
            summaries = histories.summaries(firstSummaries(next));
        }
        var message = summaries.get(number);
        if (message == null) {
            throw new IllegalStateException("A compaction was undone while the history was being read");
        }
        return message;
    }

    private void start(EffectivePath.Rows rows) {
        rest = rows.path();
        pathBytes = rows.bytesAbove();
    }
}
