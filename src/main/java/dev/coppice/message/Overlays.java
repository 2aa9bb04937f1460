package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.api.Precondition;
import dev.coppice.db.Results;
import dev.coppice.message.MessageEvent.Compacted;
import dev.coppice.message.MessageEvent.CompactionUndone;
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
 * Stores and removes compactions; the only writer of overlays. No message is read or changed: a summary of 100,000
 * messages is one row. A compaction is stored only if its range is unchanged since the draft, so nothing is locked
 * while the summary is written.
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
    private TokenCounters tokenCounters;

    @Inject
    private Event<SessionChange> sessionChanges;

    /**
     * Describes the range of a compaction as it is now; an end may be the id of an older summary, which means its
     * range. 404 {@code message-not-found}; 422 {@code invalid-range} when the ends are not in order on one path.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public CompactionDraft draft(SessionName name, String fromId, String toId) {
        var session = sessions.read(name);
        var reader = new TreeReader(em, session);
        var overlays = new OverlayReader(em, session, reader);
        var from = end(reader, overlays, fromId, true);
        var to = end(reader, overlays, toId, false);
        if (from.at().depth() > to.at().depth() || !reader.branches.isOnPath(from.at(), to.at())) {
            throw new Problem(Code.INVALID_RANGE, "The two messages must be in order on one path.");
        }
        var range = reader.pathTo(to.at()).between(from.at().depth(), to.at().depth());
        var first = em.find(Message.class, from.at());
        var last = em.find(Message.class, to.at());
        if (first == null || last == null || range.isEmpty()) {
            throw TreeReader.purgedMeanwhile();
        }
        long written = last.pathTokens() - first.pathTokens() + first.tokens();
        var sums = reader.rows.editSums(range);
        int messages = range.rowCount() + sums.count();
        var lastId = messages == 0
                ? null
                : reader.liveAtOrAbove(to.at()).map(MessageRow::id).orElse(null);
        return new CompactionDraft(
                from.id(),
                to.id(),
                lastId,
                endBelow(session, reader, to.at()).orElse(lastId),
                from.at(),
                to.at(),
                messages,
                written + sums.tokens() + overlays.tokens(range),
                written,
                last.pathBytes(),
                stamp(session, reader, overlays, range));
    }

    /**
     * Returns the last message of a path through a row: the session's leaf if its path contains the row, else the last
     * message of the row's branch.
     */
    private static Optional<String> endBelow(Session session, TreeReader reader, Position to) {
        var leaf = session.leaf();
        return leaf != null && reader.branches.isOnPath(to, new Position(leaf.branch(), leaf.depth()))
                ? Optional.of(leaf.id())
                : reader.lastOnBranchFrom(to).map(MessageRow::id);
    }

    /** The first or the last message of a range. */
    private record End(String id, Position at) {}

    private static End end(TreeReader reader, OverlayReader overlays, String id, boolean first) {
        if (!id.startsWith(Ids.RESERVED)) {
            return new End(id, reader.get(id).position());
        }
        var span = overlays.find(id).orElseThrow(Problem::noMessage);
        return first ? new End(span.fromId(), span.from()) : new End(span.toId(), span.to());
    }

    /**
     * Computes a fingerprint of a range. It changes whenever a message of the range is updated or deleted, or an
     * overlay that overlaps the range is added or removed.
     */
    private long stamp(Session session, TreeReader reader, OverlayReader overlays, Path range) {
        var path = reader.pathTo(range.last());
        long stamp = Objects.hash(
                session.tree(),
                range.rowCount(),
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
                for (var row : reader.rows.selectEdits(EditVersions.class, "count(e), sum(e.version)", piece)) {
                    stamp = stamp * 31 + row.count() + (row.versions() == null ? 0 : row.versions() * 1_000_003);
                }
            }
        }
        return stamp;
    }

    /**
     * Stores a compaction of a draft's range; 409 {@code compaction-conflict} when the range has changed since. Appends
     * after the range are no conflict.
     */
    public Compaction add(SessionName name, CompactionDraft draft, String summary) {
        Overlay.check(summary, settings.summaryMaxLength());
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var reader = new TreeReader(em, session);
        var overlays = new OverlayReader(em, session, reader);
        if (!isUnchanged(session, reader, overlays, draft)) {
            throw new Problem(Code.COMPACTION_CONFLICT, "The messages have changed since the compaction began.");
        }
        var overlay =
                new Overlay(session.tree(), UUID.randomUUID().toString(), draft, summary, tokenCounters.of(session));
        em.persist(overlay);
        em.flush();
        session.recordOverlayCount(overlays.spans().size() + 1);
        OverlayReader.recountTokens(em, session);
        var compaction = overlay.info(false);
        fire(
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
        if (last == null || reader.branches.isTrimmed(draft.to())) {
            return false;
        }
        var range = reader.pathTo(draft.to())
                .between(draft.from().depth(), draft.to().depth());
        // Empty when the session was cleared and its branches are being purged.
        return !range.isEmpty() && draft.stamp() == stamp(session, reader, overlays, range);
    }

    record EditVersions(Long count, Long versions) {}

    record NumberedSize(Long number, Integer bytes) {}

    /**
     * Lists all compactions of a session, the oldest first, including superseded ones. A page holds at most as many
     * bytes as one message may have, and at least one compaction.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Page<Compaction> list(SessionName name, int limit, String cursor) {
        var session = sessions.read(name);
        long after = cursor == null ? 0 : Cursor.read(KIND, 1, cursor)[0];
        var sizes = em.createQuery(
                        "select o.id, o.bytes from Overlay o where o.tree = :tree and o.id > :after order by o.id",
                        NumberedSize.class)
                .setParameter("tree", session.tree())
                .setParameter("after", after)
                .setMaxResults(limit + 1)
                .getResultList();
        int size = Page.fitting(sizes.stream().map(NumberedSize::bytes).toList(), limit, settings.messageMaxBytes());
        if (size == 0) {
            return new Page<>(List.of(), null);
        }
        long last = sizes.get(size - 1).number();
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
        return new Page<>(items, size < sizes.size() ? Cursor.of(KIND, last) : null);
    }

    /** Returns the numbers of the overlays that another overlay hides on their path. */
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

    /** Removes a compaction, so that the history shows its messages again. 404 {@code compaction-not-found}. */
    public void remove(SessionName name, String id) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var overlay = Results.first(em.createQuery(
                                "select o from Overlay o where o.tree = :tree and o.overlayId = :id", Overlay.class)
                        .setParameter("tree", session.tree())
                        .setParameter("id", id))
                .orElseThrow(
                        () -> new Problem(Code.COMPACTION_NOT_FOUND, "The session has no compaction with this id."));
        em.remove(overlay);
        em.flush();
        session.recordOverlayCount(new OverlayReader(em, session, new TreeReader(em, session))
                .spans()
                .size());
        OverlayReader.recountTokens(em, session);
        fire(session, new CompactionUndone(name, id, session.tokens()));
        em.flush();
    }

    private void fire(Session session, SessionEvent event) {
        sessionChanges.fire(new SessionChange(session, List.of(event)));
    }
}
