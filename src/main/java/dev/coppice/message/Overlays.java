package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.api.Precondition;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Lays summaries over messages, and takes them off; the only writer of overlays. No message is read for it, and none is
 * changed: a summary of 100,000 messages is one row. Writing one is a compare-and-set on what it stands for, so that
 * whoever makes the summary need not keep anybody waiting.
 */
@Stateless
public class Overlays {
    private static final String KIND = "compactions";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private Settings settings;

    @Inject
    private TokenCounters counters;

    @Inject
    private Event<SessionChange> happened;

    /**
     * What a compaction from one message to another would stand for now; an older summary may be named too, and means what
     * it stands for. 404 {@code message-not-found}; 422 {@code invalid-range} when they are not in order on one path.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public CompactionDraft draft(SessionName name, String fromId, String toId) {
        var session = sessions.read(name);
        var reader = new TreeReader(em, session);
        var overlays = new OverlayReader(em, session, reader);
        var from = end(reader, overlays, fromId, true);
        var to = end(reader, overlays, toId, false);
        if (from.at().depth() > to.at().depth() || !reader.stems.leadsTo(from.at(), to.at())) {
            throw new Problem(Code.INVALID_RANGE, "The two messages are not in order on one path.");
        }
        var range = reader.pathTo(to.at()).between(from.at().depth(), to.at().depth());
        var first = em.find(Message.class, from.at());
        var last = em.find(Message.class, to.at());
        if (first == null || last == null || range.isEmpty()) {
            throw TreeReader.moved();
        }
        long written = last.pathTokens() - first.pathTokens() + first.tokens();
        var sums = reader.rows.sums(range);
        int messages = range.rows() + sums.count();
        var lastId = messages == 0
                ? null
                : reader.lastAt(to.at()).map(MessageRow::id).orElse(null);
        return new CompactionDraft(
                from.id(),
                to.id(),
                lastId,
                below(session, reader, to.at()).orElse(lastId),
                from.at(),
                to.at(),
                messages,
                written + sums.tokens() + overlays.tokens(range),
                written,
                last.pathBytes(),
                stamp(session, reader, overlays, range));
    }

    /** The end of a path that goes on behind a row: the leaf, or else the last message of the row's branch. */
    private static Optional<String> below(Session session, TreeReader reader, Position to) {
        var leaf = session.leaf();
        return leaf != null && reader.stems.leadsTo(to, new Position(leaf.branch(), leaf.depth()))
                ? Optional.of(leaf.id())
                : reader.lastFrom(to).map(MessageRow::id);
    }

    /** An end of a range. */
    private record End(String id, Position at) {}

    private static End end(TreeReader reader, OverlayReader overlays, String id, boolean first) {
        if (!id.startsWith(Ids.RESERVED)) {
            return new End(id, reader.get(id).position());
        }
        var span = overlays.find(id).orElseThrow(Problem::noMessage);
        return first ? new End(span.fromId(), span.from()) : new End(span.toId(), span.to());
    }

    /**
     * Another one whenever a message of the range was changed or deleted, or a summary that reaches into it was laid or taken
     * off.
     */
    private long stamp(Session session, TreeReader reader, OverlayReader overlays, Path range) {
        var path = reader.pathTo(range.last());
        long stamp = Objects.hash(
                session.tree(),
                range.rows(),
                overlays.spans().stream()
                        .filter(span -> path.contains(span.from())
                                && span.to().depth() >= range.first().depth())
                        .map(OverlaySpan::number)
                        .sorted()
                        .toList(),
                em.createQuery("select m.version from Message m where m.position = :last", Integer.class)
                        .setParameter("last", range.last())
                        .getSingleResult());
        if (reader.rows.hasEdits) {
            for (var piece : range.pieces(RangeQuery.MAX)) {
                for (var row : reader.rows.edits("select count(e), sum(e.version)", piece)) {
                    stamp = stamp * 31 + (Long) row[0] + (row[1] == null ? 0 : (Long) row[1] * 1_000_003);
                }
            }
        }
        return stamp;
    }

    /**
     * Lays a summary over what a draft stands for; 409 {@code compaction-conflict} when that has been changed since. What
     * was appended behind it meanwhile does no harm.
     */
    public Compaction add(SessionName name, CompactionDraft draft, String summary) {
        Overlay.check(summary, settings.compaction().summaryMaxLength());
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var reader = new TreeReader(em, session);
        var overlays = new OverlayReader(em, session, reader);
        if (!isUnchanged(session, reader, overlays, draft)) {
            throw new Problem(Code.COMPACTION_CONFLICT, "The messages have been changed meanwhile.");
        }
        var overlay = new Overlay(session.tree(), UUID.randomUUID().toString(), draft, summary, counters.of(session));
        em.persist(overlay);
        em.flush();
        session.laid(overlays.spans().size() + 1);
        OverlayReader.count(em, session);
        var compaction = overlay.info(false);
        tell(
                session,
                new Compacted(
                        name,
                        compaction.id(),
                        draft.messages(),
                        draft.tokens(),
                        compaction.tokensAfter(),
                        session.tokens()));
        em.flush();
        return compaction;
    }

    private boolean isUnchanged(Session session, TreeReader reader, OverlayReader overlays, CompactionDraft draft) {
        var last = em.find(Message.class, draft.to());
        if (last == null || reader.stems.isTrimmed(draft.to())) {
            return false;
        }
        var range = reader.pathTo(draft.to())
                .between(draft.from().depth(), draft.to().depth());
        // Empty when the session was cleared, and its branches are being purged.
        return !range.isEmpty() && draft.stamp() == stamp(session, reader, overlays, range);
    }

    /**
     * All compactions of a session, the oldest first, also those that another one is seen in place of. A page ends sooner
     * when there is more in them than one message may have.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Page<Compaction> list(SessionName name, int limit, String cursor) {
        var session = sessions.read(name);
        long after = cursor == null ? 0 : Cursor.read(KIND, 1, cursor)[0];
        var there = em.createQuery(
                        "select o.id, o.bytes from Overlay o where o.tree = :tree and o.id > :after order by o.id",
                        Object[].class)
                .setParameter("tree", session.tree())
                .setParameter("after", after)
                .setMaxResults(limit + 1)
                .getResultList();
        int size =
                Page.fitting(there.stream().map(row -> (Integer) row[1]).toList(), limit, settings.messageMaxBytes());
        if (size == 0) {
            return new Page<>(List.of(), null);
        }
        long last = (Long) there.get(size - 1)[0];
        var superseded = superseded(session);
        var items = em
                .createQuery(
                        """
                        select o from Overlay o where o.tree = :tree and o.id > :after and o.id <= :last order by o.id""",
                        Overlay.class)
                .setParameter("tree", session.tree())
                .setParameter("after", after)
                .setParameter("last", last)
                .getResultList()
                .stream()
                .map(overlay -> overlay.info(superseded.contains(overlay.span().number())))
                .toList();
        return new Page<>(items, size < there.size() ? Cursor.of(KIND, last) : null);
    }

    /** Numbers of those that apply to a path on which another one is seen. */
    private HashSet<Long> superseded(Session session) {
        var reader = new TreeReader(em, session);
        var spans = new OverlayReader(em, session, reader).spans();
        var superseded = new HashSet<Long>();
        for (var to : spans.stream().map(OverlaySpan::to).distinct().toList()) {
            var path = reader.pathTo(to);
            var seen = EffectivePath.applied(path, spans);
            spans.stream()
                    .filter(span -> path.contains(span.from()) && path.contains(span.to()) && !seen.contains(span))
                    .forEach(span -> superseded.add(span.number()));
        }
        return superseded;
    }

    /** Takes a summary off: what it stood for is read again. 404 {@code compaction-not-found}. */
    public void remove(SessionName name, String id) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var overlay = em
                .createQuery("select o from Overlay o where o.tree = :tree and o.overlayId = :id", Overlay.class)
                .setParameter("tree", session.tree())
                .setParameter("id", id)
                .getResultList()
                .stream()
                .findFirst()
                .orElseThrow(() -> new Problem(Code.COMPACTION_NOT_FOUND, "The session has no such compaction."));
        em.remove(overlay);
        em.flush();
        session.laid(new OverlayReader(em, session, new TreeReader(em, session))
                .spans()
                .size());
        OverlayReader.count(em, session);
        tell(session, new CompactionUndone(name, id, session.tokens()));
        em.flush();
    }

    private void tell(Session session, SessionEvent event) {
        happened.fire(new SessionChange(session, List.of(event)));
    }
}
