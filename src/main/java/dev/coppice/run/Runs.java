package dev.coppice.run;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.message.Append;
import dev.coppice.message.Appended;
import dev.coppice.message.Messages;
import dev.coppice.message.VisibleMessages;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
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
 * Saves the runs of agents; the only writer of their rows. A save is one transaction, or part of the caller's, with the
 * messages that it brings, and begins with the lock of the session's row. It counts as a write of the session, unless it
 * changes nothing.
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
    private Event<SessionChange> happened;

    /**
     * Saves a run, whatever is switched off for the session, and whatever its status was unless it is completed: then only
     * a save that changes nothing is acknowledged, and any other is 409 {@code run-final}. What the save leaves out stays.
     *
     * <p>Each of its messages is appended once for the run, however often it is saved: one that this run has brought before
     * is not appended again, also when it was deleted since; one that is there with another value is 409
     * {@code message-exists}. The usage counts in the session's totals as it was saved last, once. An ended session takes
     * saves, but no new messages: 409 {@code session-ended}.
     *
     * @param create true makes a session that is missing
     * @param expected of the run's version, 0 while it is not there
     */
    public SavedRun save(SessionName name, String runId, RunSave save, boolean create, Precondition expected) {
        Ids.check(runId, "runId");
        var session = sessions.lock(name, create);
        var found = find(session, runId);
        expected.checkOrNone(found.map(Run::version).orElse(0L));
        var run = found.orElseGet(() -> made(session, runId));
        var brought = new RunMessages(em, run, save.messages());
        boolean changes = found.isEmpty() || !run.isAs(save) || brought.hasNew();
        if (changes) {
            run.refuseIfFinal();
        }
        var appended = append(name, session, save, brought);
        if (changes) {
            var before = run.usage();
            run.take(save);
            brought.remember();
            session.usedInstead(before, run.usage());
            var info = run.info(name.id(), name.namespace());
            happened.fire(new SessionChange(
                    session,
                    List.of(new RunSaved(name, runId, info.agentId(), run.status(), run.version(), run.usage()))));
            em.flush();
        }
        return new SavedRun(run.info(name.id(), name.namespace()), appended, found.isEmpty());
    }

    private Run made(Session session, String runId) {
        var run = new Run(session, runId);
        em.persist(run);
        em.flush();
        return run;
    }

    /** Appends what the run has not brought yet, and compares the rest with what is there; what is gone stays gone. */
    private List<String> append(SessionName name, Session session, RunSave save, RunMessages brought) {
        var there = visibleMessages.living(session, brought.known());
        var wanted = save.messages().stream()
                .filter(message -> !brought.known().contains(message.id()) || there.contains(message.id()))
                .toList();
        if (wanted.isEmpty()) {
            return List.of();
        }
        var appended = messages.append(name, new Append(wanted, save.parent(), null), false, Precondition.NONE);
        return appended.appended().stream()
                .filter(Appended.Item::inserted)
                .map(Appended.Item::id)
                .toList();
    }

    /** A run with its checkpoint, as it is now; 404 {@code run-not-found}. Takes no lock. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public RunDetail get(SessionName name, String runId) {
        Ids.check(runId, "runId");
        var run = find(sessions.read(name), runId)
                .orElseThrow(() -> new Problem(Code.RUN_NOT_FOUND, "The session has no run of this id."));
        em.detach(run);
        return run.detail(name.id(), name.namespace());
    }

    private Optional<Run> find(Session session, String runId) {
        return em
                .createQuery("select r from Run r where r.session = :session and r.runId = :run", Run.class)
                .setParameter("session", session.id())
                .setParameter("run", runId)
                .getResultList()
                .stream()
                .findFirst();
    }
}
