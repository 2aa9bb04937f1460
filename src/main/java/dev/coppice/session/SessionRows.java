package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.Agents;
import dev.coppice.db.Results;
import dev.coppice.session.SessionLifecycle.SessionCreated;
import dev.coppice.session.SessionLifecycle.SessionExpired;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/** Finds and inserts the rows of sessions, as part of the caller's transaction. Only for {@link Sessions}. */
@Dependent
class SessionRows {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Namespaces namespaces;

    @Inject
    private Agents agents;

    @Inject
    private Trees trees;

    @Inject
    private SessionLabels labels;

    @Inject
    private Removals removals;

    @Inject
    private Event<SessionChange> sessionChanges;

    static Problem exists() {
        return new Problem(Code.SESSION_EXISTS, "A session with this id already exists in the namespace.");
    }

    /** Finds the session's row by namespace and session id. Also finds the row of a session that has expired. */
    Optional<Session> find(long namespace, String id, boolean lock) {
        var query = em.createQuery(
                        "select s from Session s where s.namespace = :namespace and s.sessionId = :id", Session.class)
                .setParameter("namespace", namespace)
                .setParameter("id", id);
        if (lock) {
            query.setLockMode(LockModeType.PESSIMISTIC_WRITE);
        }
        return Results.first(query);
    }

    /**
     * Inserts a session without messages. Throws 409 {@code session-exists} if a session with this name exists and has
     * not expired.
     */
    Session insert(SessionName name, NewSession fields) {
        return insert(fields, NewChild.withoutMessages(name, null));
    }

    /**
     * Inserts a session with the given fields. Its name, tree and totals are those of {@code child}. Throws 409
     * {@code session-exists} if a session with this name exists and has not expired.
     */
    Session insert(NewSession fields, NewChild child) {
        var name = child.name();
        if (namespaces.find(name.tenant(), name.namespace()).isEmpty()) {
            namespaces.insert(name.tenant(), name.namespace());
        }
        var numbers = namespaces.find(name.tenant(), name.namespace()).orElseThrow();
        if (!child.hasUniqueId()) {
            removeExpired(name, numbers.namespace());
        }
        var limits = agents.limits(numbers.tenant(), fields.agent());
        var tree = trees.create(child.base());
        var session =
                new Session(numbers.tenant(), numbers.namespace(), name.id(), tree, fields, child.forkedAt(), limits);
        child.totals().accept(session);
        em.persist(session);
        em.flush();
        labels.add(session);
        var created = new SessionCreated(name, fields.parentSessionId(), child.forkedAt());
        sessionChanges.fire(new SessionChange(session, List.of(created)));
        return session;
    }

    /**
     * Removes a session that has expired, because its name is needed again. Throws 409 {@code session-exists} if the
     * session with this name has not expired.
     */
    private void removeExpired(SessionName name, long namespace) {
        find(namespace, name.id(), true).ifPresent(old -> {
            if (!old.isExpired()) {
                throw exists();
            }
            removals.remove(old, new SessionExpired(name));
        });
    }
}
