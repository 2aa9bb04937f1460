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
import java.util.Optional;
import java.util.UUID;

/**
 * Stores and removes compactions, each as one row called an overlay. Other classes write overlays only for forks
 * ({@link ForkCopier}), imports ({@link TreeCopies}), retention and purges. Storing a compaction changes no message,
 * and the cost does not grow with the number of messages: even a summary of 100,000 messages is one row. The session is
 * not locked while a summarizer works. Instead, the compaction is stored only if its messages have not changed since
 * the {@link CompactionDraft} was made. Methods throw 404 {@code session-not-found} if the session does not exist.
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
     * Describes the range of a planned compaction as it is now. The range does not extend an earlier compaction. If
     * {@code fromId} or {@code toId} is the id of a summary, the range includes the messages that the summary replaces.
     * Throws 404 {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if one of the
     * two ids is unknown, 422 {@code invalid-range} if they are not in order on one path, 503 {@code busy} if rows of
     * the range were purged meanwhile.
     *
     * @param fromId id of the first message, inclusive, or of a summary
     * @param toId id of the last message, inclusive, or of a summary
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public CompactionDraft draft(SessionName name, String fromId, String toId) {
        return draft(name, fromId, toId, false);
    }

    /**
     * Describes the range of a planned compaction as it is now. If {@code fromId} or {@code toId} is the id of a
     * summary, the range includes the messages that the summary replaces. Throws 404 {@code session-not-found} if the
     * session does not exist, 404 {@code message-not-found} if one of the two ids is unknown, 422 {@code invalid-range}
     * if they are not in order on one path, 503 {@code busy} if rows of the range were purged meanwhile.
     *
     * @param fromId id of the first message, inclusive, or of a summary
     * @param toId id of the last message, inclusive, or of a summary
     * @param extend true to begin where an earlier compaction begins, if that one covers the first message or ends
     *     directly before it; without such a compaction the range is not changed
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public CompactionDraft draft(SessionName name, String fromId, String toId, boolean extend) {
        return new DraftReader(em, sessions.read(name)).draft(fromId, toId, extend);
    }

    /**
     * Stores a compaction: from then on, readers of the history get the summary in place of the draft's messages.
     * Returns the compaction. Throws 404 {@code session-not-found} if the session does not exist, 409
     * {@code compaction-conflict} if the range has changed since the draft was made, 409 {@code session-ended} if the
     * session has ended, 422 {@code invalid} if the summary is blank, 413 {@code too-large} if it is too long. Messages
     * appended after the range are no conflict.
     *
     * @param draft the range of messages, from {@link #draft}
     * @param summary text of the summary, at most {@code coppice.compaction.summary-max-length} characters
     */
    public Compaction add(SessionName name, CompactionDraft draft, String summary) {
        Overlay.check(summary, settings.summaryMaxLength());
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var drafts = new DraftReader(em, session);
        if (!drafts.isUnchanged(draft)) {
            throw new Problem(Code.COMPACTION_CONFLICT, "The messages have changed since the compaction began.");
        }
        var overlay =
                new Overlay(session.tree(), UUID.randomUUID().toString(), draft, summary, tokenCounters.of(session));
        em.persist(overlay);
        em.flush();
        session.recordOverlayCount(drafts.overlays().spans().size() + 1);
        session.forgetReportedTokens();
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

    record NumberedSize(Long number, Integer bytes) {}

    /**
     * Returns a page of all compactions of a session, the oldest first. The page includes superseded compactions:
     * another compaction overlaps them, and the history shows the summary of that other compaction. A page has at most
     * {@code coppice.message.max-bytes} bytes, but at least one compaction. Throws 404 {@code session-not-found} if the
     * session does not exist, 400 {@code malformed} if the cursor belongs to another list.
     *
     * @param limit maximum number of compactions, inclusive
     * @param cursor {@code nextCursor} of the page before; null for the first page
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

    /**
     * Returns the database ids of the superseded compactions. A compaction is superseded if, on the path to its last
     * message, another compaction that overlaps it applies in its place.
     */
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

    /**
     * Removes a compaction, so that the history shows again the messages that its summary had replaced. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code compaction-not-found} if the session has no
     * compaction with this id, 409 {@code session-ended} if the session has ended.
     */
    public void remove(SessionName name, String id) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var overlay = find(session, id)
                .orElseThrow(
                        () -> new Problem(Code.COMPACTION_NOT_FOUND, "The session has no compaction with this id."));
        em.remove(overlay);
        em.flush();
        session.recordOverlayCount(new OverlayReader(em, session, new TreeReader(em, session))
                .spans()
                .size());
        session.forgetReportedTokens();
        OverlayReader.recountTokens(em, session);
        fire(session, new CompactionUndone(name, id, session.tokens()));
        em.flush();
    }

    private Optional<Overlay> find(Session session, String id) {
        if (!Ids.isStorable(id)) {
            return Optional.empty();
        }
        return Results.first(
                em.createQuery("select o from Overlay o where o.tree = :tree and o.overlayId = :id", Overlay.class)
                        .setParameter("tree", session.tree())
                        .setParameter("id", id));
    }

    private void fire(Session session, SessionEvent event) {
        sessionChanges.fire(new SessionChange(session, List.of(event)));
    }
}
