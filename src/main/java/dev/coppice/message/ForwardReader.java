package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads the history that a {@link ForwardQuery} selects: the part of a path that begins with a given message and
 * continues towards the leaf. Loads the branches between the message and the leaf; if compactions are applied, all
 * branches of the path. For one read or one transaction; not thread-safe.
 */
final class ForwardReader {
    private final EntityManager em;
    private final Session session;
    private final ForwardQuery query;
    private final TreeReader reader;
    private final OverlayReader overlays;

    ForwardReader(EntityManager em, Session session, ForwardQuery query) {
        this.em = em;
        this.session = session;
        this.query = query;
        this.reader = new TreeReader(em, session);
        this.overlays = new OverlayReader(em, session, reader);
    }

    /**
     * Returns the history that the query selects. Empty only if the session was changed after its row was read: a
     * compaction was removed, or the limit {@code maxMessages} has removed the leaf. Then the caller must read the
     * session's row again and retry. Throws 404 {@code message-not-found} if the query's {@code leafId} or {@code from}
     * is unknown, or if {@code from} is not on the path to {@code leafId}, 503 {@code busy} if rows of the path were
     * purged meanwhile.
     *
     * @param chunks reads the messages later, while the response is written
     */
    Optional<History> read(Histories chunks) {
        var begin = begin();
        var leaf = leaf(begin);
        var last = Histories.lastRow(session, leaf);
        if (reader.branches.isTrimmed(last)) {
            return Optional.empty();
        }
        var path = path(begin, last);
        var window = new ForwardWindow(reader, query.first());
        window.read(path, begin);
        var numbers = PathPieces.firstSummaries(window.effectivePath().pieces());
        var summaries = OverlayReader.summaryMessages(em, numbers);
        if (summaries.size() < numbers.size()) {
            return Optional.empty();
        }
        var pieces = new PathPieces(chunks, session, window.effectivePath(), summaries);
        return Optional.of(history(leaf, hasOlder(path, window.begin()), window, pieces));
    }

    private History history(MessageRow leaf, boolean hasOlder, ForwardWindow window, PathPieces pieces) {
        return new History(
                session.sessionId(),
                leaf.id(),
                length(leaf),
                window.tokens(),
                window.bytes(),
                hasOlder,
                hasOlder ? window.firstId() : null,
                window.next(),
                pieces,
                null);
    }

    /**
     * True if the path has a message or a summary above the row {@code begin}. The messages that the summary replaces
     * may all be deleted.
     */
    private boolean hasOlder(EffectivePath path, Position begin) {
        for (var piece : path.pieces()) {
            if (piece instanceof EffectivePath.Summary summary
                    && summary.span().to().depth() < begin.depth()) {
                return true;
            }
        }
        return reader.parent(begin).isPresent();
    }

    private Position begin() {
        return query.from().startsWith(Ids.RESERVED)
                ? overlays.find(query.from()).orElseThrow(Problem::noMessage).from()
                : reader.get(query.from()).position();
    }

    /**
     * Returns the leaf to which the query's path leads: its {@code leafId}, the session's leaf, or a leaf below
     * {@code begin}. Throws 404 {@code message-not-found} if {@code begin} is not on the path to the query's
     * {@code leafId}.
     *
     * @param begin position of the first message to select
     */
    private MessageRow leaf(Position begin) {
        var leaf = reader.leaf(session, query.leafId()).orElseThrow(Problem::noMessage);
        if (reader.branches.isOnPath(begin, Histories.lastRow(session, leaf))) {
            return leaf;
        }
        if (query.leafId() != null) {
            throw new Problem(Code.MESSAGE_NOT_FOUND, "The message given by from is not on the path to leafId.");
        }
        return lastBelow(begin);
    }

    /**
     * Returns the leaf that is reached from the row {@code begin} by going from child to child. Of several children,
     * takes the one whose branch began last.
     */
    private MessageRow lastBelow(Position begin) {
        var ends = new SegmentEnds(em, reader);
        var segments = ends.segments();
        int last =
                ends.numberOf(begin, IntStream.range(0, segments.size()).boxed().toList());
        for (var below = segments.liveChildren(last); !below.isEmpty(); below = segments.liveChildren(last)) {
            last = below.get(below.size() - 1);
        }
        return Optional.ofNullable(ends.lasts(List.of(last)).get(last))
                .flatMap(reader.rows::at)
                .orElseThrow(TreeReader::purgedMeanwhile);
    }

    /**
     * Returns the path to the row {@code leaf}, with compactions applied unless the query asks for raw messages. It
     * begins at or above {@code begin}. {@link EffectivePath.Rows#bytesAbove} may be 0 instead of the real number,
     * because {@link ForwardWindow} does not use it.
     */
    private EffectivePath path(Position begin, Position leaf) {
        if (query.raw() || overlays.spans().isEmpty()) {
            var above = new Position(begin.branch(), begin.depth() - 1);
            var path = Path.below(above, leaf, reader.branches::get).orElseThrow(Problem::noMessage);
            return EffectivePath.withoutOverlays(path, 0);
        }
        var path = reader.pathTo(leaf);
        return EffectivePath.of(path, overlays.spans(), reader.sumsAbove(path).bytes());
    }

    private int length(MessageRow leaf) {
        return leaf.id().equals(session.leafId()) ? session.leaf().length() : reader.messageDepth(leaf.position()) + 1;
    }
}
