package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads paths. A window costs what its messages cost, a whole path what its messages and branches cost, at any length
 * of the session; there is no cap on depth. Takes no lock.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Histories {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    /** This bean as others see it: what is read after the first call has ended is a call of its own. */
    @EJB
    private Histories self;

    /**
     * Fixes a part of a path; its messages are read when the answer is written, or through {@link History#pieces}. Where
     * compactions apply, readers see their summaries, and what those stand for is never read, unless the query is for the
     * raw messages. Always has at least the leaf, whatever the limits. 404 {@code message-not-found} for an unknown leaf
     * or {@code before}.
     */
    public History history(SessionName name, HistoryQuery query) {
        while (true) {
            var session = sessions.read(name);
            var fixed = fix(session, query);
            // Nothing only if a compaction was undone, or the leaf let go of, between two of the reads.
            if (fixed.isPresent()) {
                return fixed.get();
            }
        }
    }

    private Optional<History> fix(Session session, HistoryQuery query) {
        var reader = new TreeReader(em, session);
        var overlays = new OverlayReader(em, session, reader);
        var end = end(reader, overlays, session, query);
        if (end.last() == null) {
            return Optional.of(
                    new History(session.sessionId(), end.leafId(), end.length(), 0, 0, false, null, List::of));
        }
        if (reader.stems.isTrimmed(end.last())) {
            return Optional.empty();
        }
        var window = window(reader, overlays, session, query, end.last());
        var view = window.view();
        var first = PathPieces.atOnce(view.pieces());
        var summaries = OverlayReader.messages(em, first);
        if (summaries.size() < first.size()) {
            return Optional.empty();
        }
        return Optional.of(new History(
                session.sessionId(),
                end.leafId(),
                end.length(),
                window.tokens(),
                window.bytes(),
                window.isTruncated(),
                window.first(),
                new PathPieces(self, session, view, summaries)));
    }

    /** Without overlays a window looks at the branches near the leaf only; with some, at those of the whole path. */
    private PathWindow window(
            TreeReader reader, OverlayReader overlays, Session session, HistoryQuery query, Position last) {
        var window = new PathWindow(reader, query);
        boolean plain = query.raw() || overlays.spans().isEmpty();
        if (query.isWindow() && plain) {
            window.readBackwards(last);
            return window;
        }
        var path = reader.pathTo(last);
        if (plain) {
            window.takeAll(EffectivePath.raw(path, reader.above(path).bytes()), tokens(reader, session, path));
        } else if (query.isWindow()) {
            window.readBackwards(
                    EffectivePath.of(path, overlays.spans(), reader.above(path).bytes()));
        } else {
            window.takeAll(
                    EffectivePath.of(path, overlays.spans(), reader.above(path).bytes()),
                    tokens(reader, session, path) + overlays.tokens(path));
        }
        return window;
    }

    /** Where the part ends: the leaf that the answer names, its path's length, and the last row to read. */
    private record End(String leafId, int length, Position last) {}

    private End end(TreeReader reader, OverlayReader overlays, Session session, HistoryQuery query) {
        var current = session.leaf();
        if (query.before() == null && (query.leafId() == null || query.leafId().equals(session.leafId()))) {
            if (current == null) {
                return new End(null, 0, null);
            }
            return new End(current.id(), current.length(), new Position(current.branch(), current.depth()));
        }
        var before = query.before() == null ? null : before(reader, overlays, query.before());
        var leaf = reader.get(query.leafId() == null ? session.leafId() : query.leafId());
        if (before != null && !reader.stems.leadsTo(before, leaf.position())) {
            if (query.leafId() != null) {
                throw new Problem(Code.MESSAGE_NOT_FOUND, "The message of before is not on the path to leafId.");
            }
            // The leaf has moved to another branch since the last page: the reader goes on where it was.
            leaf = reader.rows.at(before).or(() -> reader.parent(before)).orElseThrow(Problem::noMessage);
        }
        int length = leaf.id().equals(session.leafId()) ? session.leaf().length() : reader.depth(leaf.position()) + 1;
        var last = before == null
                ? leaf.position()
                : reader.stems.above(before); // a deleted row too: a summary may end at it
        return new End(leaf.id(), length, last);
    }

    /** Where what a page begins with lies: a message, or the first that a summary stands for. */
    private static Position before(TreeReader reader, OverlayReader overlays, String id) {
        return id.startsWith(Ids.RESERVED)
                ? overlays.find(id).orElseThrow(Problem::noMessage).from()
                : reader.get(id).position();
    }

    private long tokens(TreeReader reader, Session session, Path path) {
        var leaf = session.leaf();
        if (path.last().equals(new Position(leaf.branch(), leaf.depth()))) {
            return leaf.tokens();
        }
        return em
                        .createQuery("select m.pathTokens from Message m where m.position = :last", Long.class)
                        .setParameter("last", path.last())
                        .getResultList()
                        .stream()
                        .findFirst()
                        .orElseThrow(TreeReader::moved)
                - reader.above(path).tokens()
                + reader.rows.sums(path).tokens();
    }

    /** The messages that readers see for some summaries, by the numbers of these; what was taken off is not there. */
    public Map<Long, byte[]> summaries(Collection<Long> numbers) {
        return OverlayReader.messages(em, numbers);
    }

    /**
     * The first rows of what is left of a path, as many as a chunk holds. No connection is held afterwards.
     *
     * @param pathBytes bytes of the path above, as it was written
     */
    public Chunk chunk(Session session, Path rest, long pathBytes) {
        return new ChunkReader(em, session).read(rest, pathBytes);
    }
}
