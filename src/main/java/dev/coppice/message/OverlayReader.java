package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The overlays of a session's tree, as they are laid over its paths. For one transaction. */
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

    /** All overlays of the tree, without their summaries; no query while it has none. */
    List<OverlaySpan> spans() {
        if (spans == null) {
            spans = !session.hasOverlays()
                    ? List.of()
                    : em.createQuery(SPAN, Object[].class).setParameter("tree", session.tree()).getResultList().stream()
                            .map(OverlayReader::span)
                            .flatMap(overlaySpan -> kept(overlaySpan).stream())
                            .toList();
        }
        return spans;
    }

    /**
     * What is left of an overlay whose beginning was let go of: it stands for the first row that stayed and those down to
     * its last one, and for nothing when that one is gone.
     */
    private Optional<OverlaySpan> kept(OverlaySpan overlaySpan) {
        if (reader.stems.isTrimmed(overlaySpan.to())) {
            return Optional.empty();
        }
        if (!reader.stems.isTrimmed(overlaySpan.from())) {
            return Optional.of(overlaySpan);
        }
        var path = reader.pathTo(overlaySpan.to());
        var first = em.find(Message.class, path.first());
        var last = em.find(Message.class, overlaySpan.to());
        if (first == null || last == null) {
            throw TreeReader.moved();
        }
        return Optional.of(overlaySpan.from(
                path.first(), first.id(), last.pathTokens() - reader.above(path).tokens()));
    }

    /** The overlay of a synthetic message's id. */
    Optional<OverlaySpan> find(String messageId) {
        return spans().stream()
                .filter(overlaySpan -> messageId.equals(Ids.RESERVED + overlaySpan.id()))
                .findFirst();
    }

    /** The last living message that a synthetic one stands for, or else the nearest above. */
    Optional<MessageRow> last(String messageId) {
        return find(messageId)
                .flatMap(overlaySpan -> reader.rows.at(overlaySpan.to()).or(() -> reader.parent(overlaySpan.to())));
    }

    private static OverlaySpan span(Object[] row) {
        return new OverlaySpan(
                (Long) row[0],
                (String) row[1],
                (String) row[2],
                (String) row[3],
                new Position((Long) row[4], (Integer) row[5]),
                new Position((Long) row[6], (Integer) row[7]),
                (Integer) row[8],
                (Integer) row[9],
                (Long) row[10],
                (Long) row[11]);
    }

    /** Tells a session what its overlays do to the tokens of the leaf's path. */
    static void count(EntityManager em, Session session) {
        var reader = new TreeReader(em, session);
        var leaf = session.leaf();
        session.summarised(
                leaf == null
                        ? 0
                        : new OverlayReader(em, session, reader)
                                .tokens(reader.pathTo(new Position(leaf.branch(), leaf.depth()))));
    }

    /** What the overlays add to the tokens of a path as it reads without them. */
    long tokens(Path path) {
        long tokens = 0;
        for (var overlaySpan : EffectivePath.applied(path, spans())) {
            tokens += overlaySpan.tokens() - hidden(path, overlaySpan);
        }
        return tokens;
    }

    /** Tokens of what an overlay hides, as it would read without it. */
    private long hidden(Path path, OverlaySpan overlaySpan) {
        return overlaySpan.hiddenTokens()
                + reader.rows
                        .sums(path.between(
                                overlaySpan.from().depth(), overlaySpan.to().depth()))
                        .tokens();
    }

    /** The messages that readers see for some overlays, by their numbers; what was taken off meanwhile is not there. */
    static Map<Long, byte[]> messages(EntityManager em, Collection<Long> numbers) {
        return numbers.isEmpty()
                ? Map.of()
                : em
                        .createQuery("select o from Overlay o where o.id in :numbers", Overlay.class)
                        .setParameter("numbers", numbers)
                        .getResultList()
                        .stream()
                        .collect(Collectors.toMap(overlay -> overlay.span().number(), Overlay::message));
    }

    /** True when an overlay ends at a row: what it has counted must not move. */
    boolean endsAt(Position position) {
        return spans().stream().anyMatch(overlaySpan -> overlaySpan.to().equals(position));
    }
}
