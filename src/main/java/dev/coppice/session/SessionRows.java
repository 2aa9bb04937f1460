package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentLimits;
import dev.coppice.agent.Agents;
import dev.coppice.db.JdbcReads;
import dev.coppice.db.Results;
import dev.coppice.db.SessionQueue;
import dev.coppice.quota.Quotas;
import dev.coppice.session.SessionLifecycle.SessionCreated;
import dev.coppice.session.SessionLifecycle.SessionExpired;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Optional;

/**
 * Finds, locks and inserts the rows of sessions. Locking and inserting need a running transaction. Only for
 * {@link Sessions}.
 */
@Dependent
class SessionRows {
    private static final String LOCK_WITH_MESSAGE =
            """
            select s, (select count(*) from Message m where m.tree = s.tree and m.messageId = :message)
            from Session s where s.namespace = :namespace and s.sessionId = :id""";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private SessionQueue queue;

    @Inject
    private Namespaces namespaces;

    @Inject
    private Quotas quotas;

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

    @Inject
    private JdbcReads jdbc;

    static Problem exists() {
        return new Problem(Code.SESSION_EXISTS, "A session with this id already exists in the namespace.");
    }

    /**
     * Finds a session, locks its row until the transaction ends, and loads the limits of its agent. Before it waits for
     * the database, it waits in the {@link SessionQueue}. Empty if the session does not exist or has expired. Throws
     * 503 {@code busy} as {@link SessionQueue#enter} does.
     */
    Optional<Session> lock(SessionName name) {
        queue.enter(name.key());
        var session = namespaces
                .find(name.tenant(), name.namespace())
                .flatMap(numbers -> lock(numbers.namespace(), name.id()));
        session.ifPresent(this::loadLimits);
        return session.filter(found -> !found.isExpired());
    }

    /** A session and the number of rows with a message id in its tree. */
    record Counted(Session session, Long rows) {}

    /**
     * Finds and locks a session as {@link #lock(SessionName)} does. The same statement counts the message rows in the
     * session's tree that have a given message id.
     *
     * @param message the message id
     */
    Optional<LockedSession> lock(SessionName name, String message) {
        queue.enter(name.key());
        var locked = namespaces
                .find(name.tenant(), name.namespace())
                .flatMap(numbers -> Results.first(em.createQuery(LOCK_WITH_MESSAGE, Counted.class)
                        .setParameter("namespace", numbers.namespace())
                        .setParameter("id", name.id())
                        .setParameter("message", message)
                        .setLockMode(LockModeType.PESSIMISTIC_WRITE)));
        locked.ifPresent(found -> loadLimits(found.session()));
        return locked.filter(found -> !found.session().isExpired())
                .map(found -> LockedSession.counted(found.session(), found.rows()));
    }

    /** Loads the limits of the session's agent; a session without an agent has {@link AgentLimits#NONE}. */
    private void loadLimits(Session session) {
        session.loadLimits(
                () -> session.agent() == null ? AgentLimits.NONE : agents.limits(session.tenant(), session.agent()));
    }

    /** Locks the row of a session, also of one that has expired, by the database id of the namespace. */
    private Optional<Session> lock(long namespace, String id) {
        return Results.first(byName(namespace, id).setLockMode(LockModeType.PESSIMISTIC_WRITE));
    }

    /**
     * Finds a session and reads its row without a lock. Empty if the session does not exist or has expired. The result
     * is detached, so that later changes by the same transaction do not appear in it.
     */
    Optional<Session> read(SessionName name) {
        return namespaces
                .find(name.tenant(), name.namespace())
                .flatMap(numbers -> read(numbers.namespace(), name.id()))
                .filter(found -> !found.isExpired());
    }

    /**
     * Reads the row of a session, also of one that has expired, by the database id of the namespace. Without a
     * transaction, uses plain JDBC, because nearly every request reads a session, and Hibernate needs several times as
     * long as the database for so many columns.
     */
    private Optional<Session> read(long namespace, String id) {
        if (jdbc.isPossible()) {
            return jdbc.first(SessionRow.BY_NAME, SessionRow::read, namespace, id)
                    .map(Session::new);
        }
        var session = Results.first(byName(namespace, id));
        session.ifPresent(found -> Results.detach(em, found));
        return session;
    }

    private TypedQuery<Session> byName(long namespace, String id) {
        return em.createQuery(
                        "select s from Session s where s.namespace = :namespace and s.sessionId = :id", Session.class)
                .setParameter("namespace", namespace)
                .setParameter("id", id);
    }

    /**
     * Returns the version of a session; empty if its row does not exist.
     *
     * @param id database id of the row
     */
    Optional<Long> version(long id) {
        return jdbc.isPossible()
                ? jdbc.first("select version from session where id = ?", row -> row.getLong(1), id)
                : Results.first(em.createQuery("select s.version from Session s where s.id = :id", Long.class)
                        .setParameter("id", id));
    }

    /**
     * Inserts a session without messages, and returns the session. Throws 409 {@code session-exists} if a session with
     * this name exists and has not expired, 429 {@code rate-limited} if the tenant has as many sessions as its quota
     * allows, and the errors of {@link SessionLabels#add}.
     */
    Session insert(SessionName name, NewSession fields) {
        return insert(fields, NewChild.withoutMessages(name, null));
    }

    /**
     * Inserts a session and its tree, and returns the session. Throws 409 {@code session-exists} if a session with this
     * name exists and has not expired, 429 {@code rate-limited} if the tenant has as many sessions as its quota allows,
     * and the errors of {@link SessionLabels#add}. If {@code child.hasUniqueId()} is true, does not look for a session
     * with this name.
     *
     * @param fields the session's fields, apart from the id
     * @param child name of the session; for a fork also the base of its tree, and the function that sets its leaf and
     *     counters
     */
    Session insert(NewSession fields, NewChild child) {
        var name = child.name();
        var numbers = namespaces
                .find(name.tenant(), name.namespace())
                .orElseGet(() -> namespaces.insert(name.tenant(), name.namespace()));
        if (!child.hasUniqueId()) {
            removeExpired(name, numbers.namespace());
        }
        var limits = agents.limits(numbers.tenant(), fields.agent());
        // After what may refuse the request, because it counts the session.
        quotas.checkSession(name.tenant());
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
        lock(namespace, name.id()).ifPresent(old -> {
            if (!old.isExpired()) {
                throw exists();
            }
            removals.remove(old, new SessionExpired(name));
        });
    }
}
