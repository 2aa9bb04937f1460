package dev.coppice.run;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.db.Results;
import dev.coppice.message.Append;
import dev.coppice.message.Appended;
import dev.coppice.message.Messages;
import dev.coppice.message.VisibleMessages;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.state.ListItem;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/**
 * Saves and reads the runs of agents. Only this class writes rows of runs, apart from {@link RunPurge}, which deletes
 * them. A save and the append of its messages are one transaction: the caller's transaction or, if there is none, a new
 * one. A save first locks the session's row. A save that changes anything also changes the session's version and renews
 * its time to live.
 */
@Stateless
public class Runs {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private Messages messages;

    @Inject
    private VisibleMessages visibleMessages;

    @Inject
    private Event<SessionChange> changes;

    /**
     * Creates or changes a run. Components that the save leaves out keep their values. Throws 409 {@code run-final} if
     * the run is completed and the save would change it, 412 {@code stale-version} if {@code expected} is not met, 404
     * {@code session-not-found} if the session does not exist and {@code create} is false, 422 {@code invalid-id} if
     * the run id is invalid.
     *
     * <p>A message is appended only once per run: if an earlier save contained it, it is not appended again, even if it
     * was deleted since. Throws 409 {@code message-exists} if a stored message with the same id has different content.
     * Also throws the other errors of {@link Messages#append} for new messages, such as 404 {@code unknown-parent}. The
     * session's totals include the run's usage as it was last saved. If the session has ended, it still accepts saves,
     * but a save with new messages throws 409 {@code session-ended}.
     *
     * @param create true to create a missing session
     * @param expected precondition on the run's version, which is 0 before the first save
     */
    public SavedRun save(SessionName name, String runId, RunSave save, boolean create, Precondition expected) {
        Ids.check(runId, "runId");
        var session = sessions.lock(name, create);
        var found = find(session, runId);
        expected.checkOrAbsent(found.map(Run::version).orElse(0L));
        var run = found.orElseGet(() -> insert(session, runId));
        var runMessages = new RunMessages(em, run, save.messages());
        boolean isChange = found.isEmpty() || !run.isEqualTo(save) || runMessages.hasNew();
        if (isChange) {
            run.refuseIfFinal();
        }
        var appended = append(name, session, save, runMessages);
        if (isChange) {
            var before = run.usage();
            run.apply(save);
            runMessages.remember();
            session.replaceUsage(before, run.usage());
            fireSaved(name, session, runId, run);
            em.flush();
        }
        return new SavedRun(run.info(name.id(), name.namespace()), appended, found.isEmpty());
    }

    private void fireSaved(SessionName name, Session session, String runId, Run run) {
        var agentId = run.info(name.id(), name.namespace()).agentId();
        changes.fire(new SessionChange(
                session, List.of(new RunSaved(name, runId, agentId, run.status(), run.version(), run.usage()))));
    }

    private Run insert(Session session, String runId) {
        var run = new Run(session, runId);
        em.persist(run);
        em.flush();
        return run;
    }

    /**
     * Appends the new messages of a save, and returns the ids of the appended messages. A message that an earlier save
     * contained is not appended again. If the session still has a message with its id, throws 409
     * {@code message-exists} if the two differ.
     */
    private List<String> append(SessionName name, Session session, RunSave save, RunMessages runMessages) {
        var existing = visibleMessages.liveIds(session, runMessages.known());
        var candidates = save.messages().stream()
                .filter(message -> !runMessages.known().contains(message.id()) || existing.contains(message.id()))
                .toList();
        if (candidates.isEmpty()) {
            return List.of();
        }
        var appended = messages.append(name, new Append(candidates, save.parent(), null), false, Precondition.NONE);
        return appended.appended().stream()
                .filter(Appended.Item::inserted)
                .map(Appended.Item::id)
                .toList();
    }

    /**
     * Returns the ids of a session's runs in the order of their creation. Throws 404 {@code session-not-found} if the
     * session does not exist.
     *
     * @param after id of the run after which the result begins, exclusive; null to begin with the first run. If the
     *     session has no such run, the result is empty.
     * @param limit maximum number of ids, inclusive
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<String> ids(SessionName name, String after, int limit) {
        var session = sessions.read(name);
        long last = after == null ? 0 : find(session, after).map(Run::id).orElse(Long.MAX_VALUE);
        return em.createQuery(
                        "select r.runId from Run r where r.session = :session and r.id > :last order by r.id",
                        String.class)
                .setParameter("session", session.id())
                .setParameter("last", last)
                .setMaxResults(limit)
                .getResultList();
    }

    /**
     * Stores a run that is copied from another database. Returns false if the session has a run with this id already.
     * The session's usage is not changed. Throws 404 {@code session-not-found} if the session does not exist, 422
     * {@code invalid} if the requirements are invalid.
     *
     * @param copied the run; its status must be the name of a {@link RunStatus}
     */
    public boolean restore(SessionName name, RunDetail copied) {
        if (copied.requirements() != null) {
            Requirements.checked(ListItem.of(copied.requirements()));
        }
        var session = sessions.lock(name, Precondition.NONE);
        if (find(session, copied.run().runId()).isPresent()) {
            return false;
        }
        var run = new Run(session, copied);
        em.persist(run);
        fireSaved(name, session, copied.run().runId(), run);
        return true;
    }

    /**
     * Returns a run with its checkpoint and requirements. Throws 404 {@code session-not-found} if the session does not
     * exist, 404 {@code run-not-found} if the run does not exist, 422 {@code invalid-id} if the run id is invalid.
     * Takes no lock.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public RunDetail get(SessionName name, String runId) {
        Ids.check(runId, "runId");
        var run = find(sessions.read(name), runId)
                .orElseThrow(() -> new Problem(Code.RUN_NOT_FOUND, "The session has no run with this id."));
        Results.detach(em, run);
        return run.detail(name.id(), name.namespace());
    }

    private Optional<Run> find(Session session, String runId) {
        return Results.first(
                em.createQuery("select r from Run r where r.session = :session and r.runId = :run", Run.class)
                        .setParameter("session", session.id())
                        .setParameter("run", runId));
    }
}
