package dev.coppice.message;

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
import java.util.List;

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
     * Fixes a part of a path; its messages are read when the answer is written, or through {@link History#pieces}. Always
     * has at least the leaf, whatever the limits. 404 {@code message-not-found} for an unknown leaf or {@code before}.
     */
    public History history(SessionName name, HistoryQuery query) {
        var session = sessions.read(name);
        var reader = new TreeReader(em, session);
        var end = end(reader, session, query);
        if (end.last() == null) {
            return new History(session.sessionId(), end.leafId(), end.length(), 0, false, null, List::of);
        }
        var window = new Window(reader, query);
        if (query.isWindow()) {
            window.readBackwards(end.last());
        } else {
            window.takeAll(reader.pathTo(end.last()), tokens(reader, session, end.last()));
        }
        var pieces = new PathPieces(self, session, window.path(), window.bytesAbove());
        return new History(
                session.sessionId(),
                end.leafId(),
                end.length(),
                window.tokens(),
                window.isTruncated(),
                window.first(),
                pieces);
    }

    /** Where the part ends: the leaf that the answer names, its path's length, and the last row to read. */
    private record End(String leafId, int length, Position last) {}

    private End end(TreeReader reader, Session session, HistoryQuery query) {
        var current = session.leaf();
        if (query.before() == null && (query.leafId() == null || query.leafId().equals(session.leafId()))) {
            if (current == null) {
                return new End(null, 0, null);
            }
            return new End(current.id(), current.length(), new Position(current.branch(), current.depth()));
        }
        var before = query.before() == null ? null : reader.get(query.before());
        var leaf = reader.get(query.leafId() == null ? session.leafId() : query.leafId());
        if (before != null && !reader.stems.leadsTo(before.position(), leaf.position())) {
            if (query.leafId() != null) {
                throw new Problem(Code.MESSAGE_NOT_FOUND, "The message of before is not on the path to leafId.");
            }
            // The leaf has moved to another branch since the last page: the reader goes on where it was.
            leaf = before;
        }
        int length = leaf.id().equals(session.leafId()) ? session.leaf().length() : reader.depth(leaf.position()) + 1;
        var last = before == null
                ? leaf.position()
                : reader.parent(before.position()).map(Row::position).orElse(null);
        return new End(leaf.id(), length, last);
    }

    private long tokens(TreeReader reader, Session session, Position last) {
        var leaf = session.leaf();
        if (last.equals(new Position(leaf.branch(), leaf.depth()))) {
            return leaf.tokens();
        }
        return em.createQuery("select m.pathTokens from Message m where m.position = :last", Long.class)
                        .setParameter("last", last)
                        .getSingleResult()
                + reader.rows.sums(reader.pathTo(last)).tokens();
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
