package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the overlays of a session's tree. For one transaction; not thread-safe. */
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
     * Returns all overlays of the tree, without their summaries and limited to rows within retention. Runs no query if
     * the tree has none.
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
     * Limits an overlay to the rows within retention: if its first rows are beyond retention, it begins at the first
     * row within. Empty when all of its rows are beyond retention.
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

    /** Finds the overlay whose summary message has this id. */
    Optional<OverlaySpan> find(String messageId) {
        return spans().stream()
                .filter(span -> messageId.equals(Ids.RESERVED + span.id()))
                .findFirst();
    }

    /**
     * Finds the last message, not deleted, that a summary message replaces; if all were deleted, the nearest message
     * above them.
     */
    Optional<MessageRow> lastMessage(String messageId) {
        return find(messageId).flatMap(span -> reader.rows.at(span.to()).or(() -> reader.parent(span.to())));
    }

    /** Computes by how many tokens the overlays change the leaf's path, and records the difference in the session. */
    static void recountTokens(EntityManager em, Session session) {
        var reader = new TreeReader(em, session);
        var leaf = session.leaf();
        session.recordOverlayTokens(
                leaf == null
                        ? 0
                        : new OverlayReader(em, session, reader)
                                .tokens(reader.pathTo(new Position(leaf.branch(), leaf.depth()))));
    }

    /** Returns by how many tokens the overlays change a path; usually negative. */
    long tokens(Path path) {
        long tokens = 0;
        for (var span : EffectivePath.applied(path, spans())) {
            tokens += span.tokens() - hiddenTokens(path, span);
        }
        return tokens;
    }

    /** Returns the tokens of the rows that an overlay hides, with edits applied. */
    private long hiddenTokens(Path path, OverlaySpan span) {
        return span.hiddenTokens()
                + reader.rows
                        .editSums(path.between(span.from().depth(), span.to().depth()))
                        .tokens();
    }

    /**
     * Returns the JSON of the summary messages of overlays, by overlay number. Overlays that were removed are left out.
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
     * True when an overlay ends at this row. The overlay stores sums up to the row, so those in the row must not
     * change.
     */
    boolean endsAt(Position position) {
        return spans().stream().anyMatch(span -> span.to().equals(position));
    }
}
