package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads the overlays (stored compactions) of a session's tree. A row is beyond retention if the limit
 * {@code maxMessages} has removed its message from the session. For one read or one transaction; not thread-safe.
 */
final class OverlayReader {
    private static final String SPAN =
            """
            select o.id, o.overlayId, o.fromId, o.toId, o.fromBranch, o.fromDepth, o.toBranch, o.toDepth, o.bytes, o.tokens,
            o.hiddenTokens, o.pathBytes from Overlay o where o.tree = :tree""";

    private final EntityManager em;
    private final Session session;
    private final TreeReader reader;
    private List<OverlaySpan> spans;

    OverlayReader(EntityManager em, Session session, TreeReader reader) {
        this.em = em;
        this.session = session;
        this.reader = reader;
    }

    /**
     * Returns all overlays (stored compactions) of the tree in any order, without their summaries. Rows that are beyond
     * retention are left out of their ranges, and an overlay is left out if all of its rows are beyond retention. Runs
     * one query at the first call, and a few more for each overlay whose first row is beyond retention; none if the
     * tree has no overlays. Throws 503 {@code busy} if a row that such an overlay needs was purged meanwhile.
     */
    List<OverlaySpan> spans() {
        if (spans == null) {
            spans = !session.hasOverlays()
                    ? List.of()
                    : em
                            .createQuery(SPAN, OverlaySpan.class)
                            .setParameter("tree", session.tree())
                            .getResultList()
                            .stream()
                            .flatMap(span -> withinRetention(span).stream())
                            .toList();
        }
        return spans;
    }

    /**
     * Returns an overlay (a stored compaction) without those rows of its range that are beyond retention. Empty if all
     * rows of its range are beyond retention. Throws 503 {@code busy} if the first or last of the other rows was purged
     * meanwhile.
     */
    private Optional<OverlaySpan> withinRetention(OverlaySpan span) {
        if (reader.branches.isTrimmed(span.to())) {
            return Optional.empty();
        }
        if (!reader.branches.isTrimmed(span.from())) {
            return Optional.of(span);
        }
        var path = reader.pathTo(span.to());
        var first = em.find(Message.class, path.first());
        var last = em.find(Message.class, span.to());
        if (first == null || last == null) {
            throw TreeReader.purgedMeanwhile();
        }
        return Optional.of(span.withFirst(
                path.first(),
                first.id(),
                last.pathTokens() - reader.sumsAbove(path).tokens()));
    }

    /**
     * Returns the overlay (stored compaction) whose summary message has this id. Empty if there is none, or if all of
     * its rows are beyond retention.
     *
     * @param messageId id of the summary message, such as {@code compaction_5f0c…}
     */
    Optional<OverlaySpan> find(String messageId) {
        return spans().stream()
                .filter(span -> messageId.equals(Ids.RESERVED + span.id()))
                .findFirst();
    }

    /**
     * Stores in the session how much the compactions change the tokens of the path to its leaf: the tokens with
     * compactions applied minus those without, usually a negative number.
     */
    static void recountTokens(EntityManager em, Session session) {
        var reader = new TreeReader(em, session);
        var leaf = session.leaf();
        session.recordOverlayTokens(
                leaf == null
                        ? 0
                        : new OverlayReader(em, session, reader)
                                .tokens(reader.pathTo(new Position(leaf.branch(), leaf.depth()))));
    }

    /**
     * Returns the tokens of a path with compactions applied minus its tokens without compactions. Usually negative,
     * because a summary is shorter than the messages that it replaces.
     */
    long tokens(Path path) {
        long tokens = 0;
        for (var span : EffectivePath.applied(path, spans())) {
            tokens += span.tokens() - hiddenTokens(path, span);
        }
        return tokens;
    }

    /**
     * Returns the tokens of those rows of a path that an overlay (a stored compaction) replaces by its summary, with
     * edits applied.
     */
    private long hiddenTokens(Path path, OverlaySpan span) {
        return span.hiddenTokens()
                + reader.rows
                        .edits
                        .sums(path.between(span.from().depth(), span.to().depth()))
                        .tokens();
    }

    /**
     * Returns the JSON of the summary messages of overlays (stored compactions), by the database id of the overlay's
     * row. Overlays that were removed meanwhile are left out.
     *
     * @param numbers database ids of the overlays' rows
     */
    static Map<Long, byte[]> summaryMessages(EntityManager em, Collection<Long> numbers) {
        return numbers.isEmpty()
                ? Map.of()
                : em
                        .createQuery("select o from Overlay o where o.id in :numbers", Overlay.class)
                        .setParameter("numbers", numbers)
                        .getResultList()
                        .stream()
                        .collect(Collectors.toMap(overlay -> overlay.span().number(), Overlay::message));
    }

    /**
     * True if the range of an overlay (a stored compaction) ends at this position. Such an overlay stores sums that
     * include the row at this position, so the sums in that row must not change.
     */
    boolean endsAt(Position position) {
        return spans().stream().anyMatch(span -> span.to().equals(position));
    }
}
