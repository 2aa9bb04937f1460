package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.db.DatabaseClock;
import dev.coppice.message.TokenCounters;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/**
 * Reads and writes the running summaries of sessions. Only this class writes rows of summaries. Writing a summary
 * changes neither the version nor the times of its session, because a session's JSON does not contain the summary.
 * Methods that take a name throw 404 {@code session-not-found} if the session does not exist.
 */
@Stateless
public class SessionSummaries {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private MemorySettings settings;

    @Inject
    private TokenCounters counters;

    /**
     * Returns the running summary of a session; {@link SummaryInfo#none} if the session has none. Takes no lock. Throws
     * 404 {@code session-not-found} if the session does not exist.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public SummaryInfo get(SessionName name) {
        var session = sessions.read(name);
        return of(session).orElseGet(() -> SummaryInfo.none(session.leafId()));
    }

    /** Returns the running summary of a session; empty if the session has none. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<SummaryInfo> of(Session session) {
        var row = em.find(SessionSummary.class, session.id());
        return row == null || !row.isWritten() ? Optional.empty() : Optional.of(row.info(session.leafId()));
    }

    /**
     * Acquires the lease (exclusive permission) for writing a session's summary, and returns the lease with the state
     * of the session. At most one task on all nodes holds the lease. If the task's node crashes, the lease expires.
     * Returns empty if no update is due: the session has no message, the summary is current, or the session got fewer
     * than {@code every} messages since the start of the task that wrote the summary. Throws 409 {@code busy} if
     * another task holds the lease.
     *
     * @param every number of new messages after which an update is due; 0 for any change
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public Optional<SummaryTask> begin(SessionName name, int every) {
        var session = sessions.lock(name, Precondition.NONE);
        if (session.leaf() == null) {
            remove(session); // written by a release that kept the summary of deleted messages
            return Optional.empty();
        }
        var found = em.find(SessionSummary.class, session.id());
        var row = found == null ? new SessionSummary(session.id()) : found;
        if (row.info(session.leafId()).current() || session.lastSeq() - row.lastSeq() < every) {
            return Optional.empty();
        }
        long until = DatabaseClock.now() + settings.lease().toMillis();
        if (!row.begin(until)) {
            throw new Problem(Code.IN_PROGRESS, "Another update of this summary is running; retry later.");
        }
        em.persist(row);
        return Optional.of(task(session, row, until));
    }

    private static SummaryTask task(Session session, SessionSummary row, long until) {
        return new SummaryTask(
                session.id(),
                until,
                session.tenant(),
                session.tree(),
                session.leaf(),
                session.lastSeq(),
                session.agent(),
                session.model(),
                row.isValid() ? row.text() : null,
                row.lastId(),
                row.changes());
    }

    /**
     * Stores a summary, releases the lease of its task, and returns the stored summary. The summary covers the messages
     * as they were when the task began; the next update covers those appended or changed since. Throws 409 {@code busy}
     * if another task has acquired the lease since, or if the session was cleared, or deleted and created again.
     *
     * @param task the lease of the task
     * @param text the summary
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public SummaryInfo store(SessionName name, SummaryTask task, String text) {
        var session = sessions.lock(name, Precondition.NONE);
        var row = session.tree() == task.tree() ? em.find(SessionSummary.class, task.session()) : null;
        if (row == null || !row.isHeld(task.until())) {
            throw new Problem(
                    Code.IN_PROGRESS, "The session was cleared during the update, or another update has begun; retry.");
        }
        row.write(text, counters.of(session).count(text), task.leaf(), task.seq(), task.changes());
        row.end();
        return row.info(session.leafId());
    }

    /**
     * Stores a summary that is copied from another database. The copy counts as a summary of all messages that the
     * session has, so that an import triggers no update; the next update is due after new messages. Returns false and
     * stores nothing if the session already has a summary, or has no messages.
     */
    public boolean restore(SessionName name, SummaryInfo copied) {
        var session = sessions.lock(name, Precondition.NONE);
        if (session.leaf() == null || em.find(SessionSummary.class, session.id()) != null) {
            return false;
        }
        var row = new SessionSummary(session.id());
        row.restore(copied, session.leaf(), session.lastSeq());
        em.persist(row);
        return true;
    }

    /**
     * Releases the lease of a task. Does nothing if another task holds the lease now, or if the session was deleted or
     * cleared.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void end(SummaryTask task) {
        em.createQuery(
                        """
                        update SessionSummary s set s.workingUntil = null
                        where s.session = :session and s.workingUntil = :until""")
                .setParameter("session", task.session())
                .setParameter("until", task.until())
                .executeUpdate();
    }

    /**
     * Adds 1 to the number of changes that is stored with a session's summary. Does so only if the summary may cover an
     * updated or deleted message, or if a task is writing the summary. If the session has no message any more, removes
     * the summary. Runs in the transaction of the change.
     *
     * @param depth the smallest depth of the updated and deleted messages
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void countChange(Session session, int depth) {
        if (session.leaf() == null) {
            remove(session);
            return;
        }
        em.createQuery(
                        """
                        update SessionSummary s set s.changes = s.changes + 1 where s.session = :session
                        and (s.lastDepth >= :depth or s.workingUntil is not null)""")
                .setParameter("session", session.id())
                .setParameter("depth", depth)
                .executeUpdate();
    }

    /** Removes the summary of a session, if it has one. Runs in the transaction that deletes or clears the session. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void remove(Session session) {
        em.createQuery("delete from SessionSummary s where s.session = :session")
                .setParameter("session", session.id())
                .executeUpdate();
    }
}
