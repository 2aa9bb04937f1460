package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.agent.Agents;
import dev.coppice.api.Precondition;
import dev.coppice.db.SessionQueue;
import dev.coppice.session.SessionLifecycle.SessionDeleted;
import dev.coppice.session.SessionLifecycle.SessionLoaded;
import dev.coppice.session.SessionLifecycle.SessionSplit;
import dev.coppice.session.SessionLifecycle.SessionUpdated;
import dev.coppice.session.SessionLifecycle.UsageAdded;
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
 * Creates, reads, changes and deletes sessions. Only this class inserts rows of sessions, and only {@link Removals}
 * deletes them. Other classes change only sessions whose rows are locked. Each method that writes or locks is a
 * transaction of its own, or part of a running one. A session that has expired, or belongs to another tenant, counts as
 * missing. Every change increments the version, except a change of only those columns that automatic compaction uses
 * ({@code WriterState}).
 */
@Stateless
public class Sessions {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Agents agents;

    @Inject
    private Removals removals;

    @Inject
    private SessionRows rows;

    @Inject
    private SessionFields sessionFields;

    @Inject
    private Event<SessionChange> sessionChanges;

    @Inject
    private Event<SessionCopied> copied;

    /**
     * Creates a session and returns its fields. Throws 409 {@code session-exists} if a session with this name exists
     * and has not expired, 422 {@code invalid} if the metadata has more than {@code coppice.metadata.max-labels}
     * members that are a string, number or boolean, 429 {@code rate-limited} if the tenant has as many sessions as its
     * quota allows.
     */
    public SessionInfo create(SessionName name, NewSession fields) {
        if (rows.lock(name).isPresent()) {
            throw SessionRows.exists();
        }
        return rows.insert(name, fields).info(name.namespace());
    }

    /**
     * Creates the row of a fork; {@code message.Forks}, which calls this method, also sets up the fork's messages.
     * Agent, model, source, user, type, metadata and limits are the parent's; the time to live starts now, and usage is
     * zero. Throws 409 {@code session-exists} if a session with the new name exists, 429 {@code rate-limited} if the
     * tenant has as many sessions as its quota allows. Does not wait in the {@link SessionQueue}, because a transaction
     * that holds the lock of a session must not wait for another session.
     *
     * @param parent the session to fork; its row must be locked
     * @param child name, base and totals of the fork
     */
    public Session createFork(Session parent, NewChild child) {
        return createChild(parent, child, true);
    }

    private Session createChild(Session parent, NewChild child, boolean isFork) {
        if (!child.hasUniqueId() && rows.read(child.name()).isPresent()) {
            throw SessionRows.exists();
        }
        var session = rows.insert(parent.child(child.title()), child);
        copied.fire(new SessionCopied(parent, session, isFork));
        return session;
    }

    /**
     * The result of {@link #getOrCreate}.
     *
     * @param session the session
     * @param created true if the call has created the session
     */
    public record GetOrCreateResult(SessionInfo session, boolean created) {}

    /**
     * Returns the session if it exists, without changing it; otherwise creates it with {@code fields}. Throws 409
     * {@code session-exists} if it exists and differs from {@code fields} in agent, source, user, type or parent
     * session. A field that is null is not compared. All other fields are ignored if the session exists. Throws 412
     * {@code stale-version} if {@code expected} is not met, and the errors of {@link #create} if the session is
     * created.
     */
    public GetOrCreateResult getOrCreate(SessionName name, NewSession fields, Precondition expected) {
        var found = rows.lock(name);
        if (found.isPresent()) {
            expected.check(found.get().version());
            found.get().refuseOtherOrigin(fields);
            fire(found.get(), new SessionLoaded(name));
            return new GetOrCreateResult(found.get().info(name.namespace()), false);
        }
        expected.checkAbsent();
        return new GetOrCreateResult(rows.insert(name, fields).info(name.namespace()), true);
    }

    /** Returns the fields of a session. Throws 404 {@code session-not-found} if it does not exist. Takes no lock. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public SessionInfo get(SessionName name) {
        var session = rows.read(name).orElseThrow(Problem::noSession);
        fire(session, new SessionLoaded(name));
        var agent = agents.limits(session.tenant(), session.agent());
        return session.info(name.namespace(), agent.compactBy());
    }

    /**
     * Applies a patch to the session's fields and metadata, and returns the changed session. Even an empty patch counts
     * as a write, which renews the time to live. But a patch that only names the agent that the session already has
     * writes nothing. Throws 404 {@code session-not-found} if the session does not exist, 412 {@code stale-version} if
     * {@code expected} is not met, and the errors of {@link SessionFields#apply}.
     */
    public SessionInfo patch(SessionName name, SessionPatch patch, Precondition expected) {
        var session = lock(name, expected);
        boolean assigned = sessionFields.apply(session, patch);
        if (patch.isAgentOnly() && !assigned) {
            return session.info(name.namespace());
        }
        session.touch();
        return flushed(name, session, new SessionUpdated(name, assigned ? patch.agent() : null));
    }

    /**
     * Replaces the session's whole metadata by another JSON object. Throws 404 {@code session-not-found} if the session
     * does not exist, 412 {@code stale-version} if {@code expected} is not met, and the errors of
     * {@link SessionFields#replaceMetadata}.
     */
    public SessionInfo replaceMetadata(SessionName name, byte[] metadata, Precondition expected) {
        var session = lock(name, expected);
        sessionFields.replaceMetadata(session, metadata);
        session.touch();
        return flushed(name, session, new SessionUpdated(name, null));
    }

    /**
     * Adds the usage of a model call to the session's usage, and returns the changed session. Concurrent additions are
     * all counted, because the row is locked. Throws 404 {@code session-not-found} if the session does not exist, 400
     * {@code out-of-range} if a sum would be too large.
     *
     * @param model name of the model that was called, for the event; may be null
     */
    public SessionInfo addUsage(SessionName name, Usage used, String model) {
        var session = lock(name, Precondition.NONE);
        session.addUsage(used);
        return flushed(name, session, new UsageAdded(name, used, model));
    }

    /**
     * Deletes a session and all its data. It cannot be found from then on; the rows of its messages are purged later.
     * Throws 404 {@code session-not-found} if it does not exist, 412 {@code stale-version} if {@code expected} is not
     * met.
     */
    public void delete(SessionName name, Precondition expected) {
        removals.remove(lock(name, expected), new SessionDeleted(name));
    }

    /**
     * Ends a session, creates the session that continues it, and returns the new session, which has no messages. Throws
     * 409 {@code session-ended} if the session was split before, 409 {@code session-exists} if the new name is taken,
     * and 429 {@code rate-limited} if the tenant has as many sessions as its quota allows.
     *
     * @param ending the session to end, which has the name {@code name}; its row must be locked
     * @param successor name of the new session
     * @param title display name of the new session; null for that of the ended one
     */
    public Session split(SessionName name, Session ending, SessionName successor, String title) {
        ending.refuseIfEnded();
        var named = NewChild.withoutMessages(successor, title == null ? ending.name() : title);
        var child = createChild(ending, named, false);
        ending.end("compaction");
        fire(ending, new SessionSplit(name, successor.id()));
        return child;
    }

    /**
     * Locks the session's row until the transaction ends. Every writer calls this method, or another one that locks the
     * row, first. Before they wait for the database, writers of this node wait in the {@link SessionQueue}. Throws 503
     * {@code busy} if more than {@code coppice.session.queue} writers wait, or if the wait is longer than
     * {@code coppice.session.queue-wait}, 404 {@code session-not-found} if the session does not exist, 412
     * {@code stale-version} if {@code expected} is not met.
     */
    public Session lock(SessionName name, Precondition expected) {
        return SessionVersion.check(rows.lock(name).orElseThrow(Problem::noSession), expected);
    }

    /**
     * Locks the session's row until the transaction ends, whatever its version. Empty if the session does not exist or
     * has expired. Throws 503 {@code busy} as {@link #lock(SessionName, Precondition)} does.
     */
    public Optional<Session> lockIfPresent(SessionName name) {
        return rows.lock(name);
    }

    /**
     * Locks the session's row until the transaction ends, whatever its version. Throws 503 {@code busy} as
     * {@link #lock(SessionName, Precondition)} does, and the errors of {@link #create} if the session is created.
     *
     * @param create true to create a missing session; false to throw 404 {@code session-not-found}
     */
    public Session lock(SessionName name, boolean create) {
        return create
                ? rows.lock(name).orElseGet(() -> rows.insert(name, NewSession.DEFAULTS))
                : lock(name, Precondition.NONE);
    }

    /**
     * Locks the session's row until the transaction ends, whatever its version. If a message id is given, the same
     * statement counts the message rows with this id, so that an append of one message needs no further query for an
     * existing message. Throws the errors of {@link #lock(SessionName, boolean)}, and 412 {@code stale-version} if the
     * session does not exist, {@code create} is true, and {@code expected} requires that it exists.
     *
     * @param create true to create a missing session; false to throw 404 {@code session-not-found}
     * @param message id of the message; null to look for no message
     * @param expected precondition on the session. The version of an existing session is not compared with it
     */
    public LockedSession lock(SessionName name, boolean create, String message, Precondition expected) {
        var found = message == null ? rows.lock(name).map(LockedSession::existing) : rows.lock(name, message);
        return found.orElseGet(() -> {
            if (!create) {
                throw Problem.noSession();
            }
            expected.checkAbsent();
            return LockedSession.created(rows.insert(name, NewSession.DEFAULTS));
        });
    }

    /**
     * Returns the session's row, read without a lock. It is detached, so that later changes by the same transaction do
     * not appear in it. Throws 404 {@code session-not-found} if the session does not exist.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Session read(SessionName name) {
        return rows.read(name).orElseThrow(Problem::noSession);
    }

    /**
     * Returns the session's row, read without a lock and detached. Empty if the session does not exist or has expired.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Session> readIfPresent(SessionName name) {
        return rows.read(name);
    }

    /**
     * True if the session has the same version as when {@code session} was read, that is, if it was not changed since
     * then. False if the session was deleted meanwhile.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean isCurrent(Session session) {
        return rows.version(session.id())
                .filter(version -> version == session.version())
                .isPresent();
    }

    /**
     * Fires an event inside the transaction, flushes the changes, and returns the session with the version that the
     * flush has set.
     */
    private SessionInfo flushed(SessionName name, Session session, SessionEvent event) {
        fire(session, event);
        em.flush();
        return session.info(name.namespace());
    }

    private void fire(Session session, SessionEvent event) {
        sessionChanges.fire(new SessionChange(session, List.of(event)));
    }
}
