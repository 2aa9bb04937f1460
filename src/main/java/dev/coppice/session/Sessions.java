package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.agent.Agents;
import dev.coppice.api.Precondition;
import dev.coppice.db.SessionQueue;
import dev.coppice.json.MergePatch;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/**
 * Makes, finds, changes and deletes sessions; with {@link Removals} the only writer of their rows. Each method is one
 * transaction, or part of the caller's. A session that is not there, has expired or belongs to another tenant is the
 * same: 404 {@code session-not-found}. Every change moves the version, which preconditions are checked against.
 */
@Stateless
public class Sessions {
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
    private SessionQueue turnstile;

    @Inject
    private Settings settings;

    @Inject
    private Event<SessionChange> happened;

    @Inject
    private Event<SessionCopied> copied;

    @Inject
    private Event<RetentionChanging> retention;

    /** Makes a session; 409 {@code session-exists} when there is one of the name. */
    public SessionInfo create(SessionName name, NewSession wanted) {
        if (find(name, true).isPresent()) {
            throw exists();
        }
        return make(name, wanted, null).info(name.namespace());
    }

    /**
     * Makes a session that descends from a locked one: agent, model, source, user, type, metadata and limits are the
     * parent's, time to live starts anew, nothing was used yet, and it has no messages. 409 {@code session-exists}. Does
     * not wait for the new name: whoever holds a session must not queue for another one.
     *
     * @param name in the namespace of its parent
     * @param title what people call it, or null
     * @param forkedAt the parent's message that it will begin with, or null
     */
    public Session makeChild(Session parent, SessionName name, String title, String forkedAt) {
        if (find(name, false).isPresent()) {
            throw exists();
        }
        var child = make(name, parent.heir(title), forkedAt);
        copied.fire(new SessionCopied(parent, child));
        return child;
    }

    private static Problem exists() {
        return new Problem(Code.SESSION_EXISTS, "A session of this id exists in the namespace.");
    }

    /** What {@link #getOrCreate} found or made. */
    public record Got(SessionInfo session, boolean created) {}

    /** The session, made with the given fields if it was not there, else unchanged. */
    public Got getOrCreate(SessionName name, NewSession wanted, Precondition expected) {
        var found = find(name, true);
        if (found.isPresent()) {
            expected.check(found.get().version());
            tell(found.get(), new SessionLoaded(name));
            return new Got(found.get().info(name.namespace()), false);
        }
        expected.checkAbsent();
        return new Got(make(name, wanted, null).info(name.namespace()), true);
    }

    /** The session as it is now. Takes no lock. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public SessionInfo get(SessionName name) {
        var session = find(name, false).orElseThrow(Problem::noSession);
        tell(session, new SessionLoaded(name));
        return session.info(name.namespace());
    }

    /** Changes what the patch names; nothing is written when it names nothing. */
    public SessionInfo patch(SessionName name, SessionPatch patch, Precondition expected) {
        var session = lock(name, expected);
        patch.apply(session);
        if (patch.metadata() != null) {
            describe(session, MergePatch.apply(session.metadata(), patch.metadata()));
        }
        if (patch.changesRetention()) {
            retention.fire(new RetentionChanging(session));
        }
        session.touch();
        return saved(name, session, new SessionUpdated(name));
    }

    /** Replaces the metadata by another JSON object. */
    public SessionInfo replaceMetadata(SessionName name, byte[] metadata, Precondition expected) {
        var session = lock(name, expected);
        describe(session, metadata);
        session.touch();
        return saved(name, session, new SessionUpdated(name));
    }

    /** Adds to the session's totals; concurrent calls add up. */
    public SessionInfo addUsage(SessionName name, Usage used, String model) {
        var session = lock(name, Precondition.NONE);
        session.used(used);
        return saved(name, session, new UsageAdded(name, used, model));
    }

    /** Deletes a session and all that it has. It is absent at once; its rows go in bounded steps afterwards. */
    public void delete(SessionName name, Precondition expected) {
        removals.remove(lock(name, expected), new SessionDeleted(name));
    }

    /**
     * Ends a locked session, and makes the one that goes on in its place, as yet without messages. 409
     * {@code session-ended} when it had ended before, {@code session-exists} when the name is another one's.
     *
     * @param called what people call the new one; null for what they call the old one
     */
    public Session succeed(SessionName name, Session ending, SessionName successor, String called) {
        ending.refuseIfEnded();
        var fresh = makeChild(ending, successor, called == null ? ending.name() : called, null);
        ending.end("compaction");
        tell(ending, new SessionSplit(name, successor.id()));
        return fresh;
    }

    /**
     * The session's row, locked until the transaction ends: the first statement of every writer. Waits in memory for
     * other writers of this node, at most as {@code coppice.session.queue-wait} says.
     */
    public Session lock(SessionName name, Precondition expected) {
        return checked(find(name, true).orElseThrow(Problem::noSession), expected);
    }

    /** As {@link #lock(SessionName, Precondition)}, but a session may be missing. */
    public Optional<Session> lockIfThere(SessionName name) {
        return find(name, true);
    }

    /**
     * As {@link #lock(SessionName, Precondition)}, in whatever version.
     *
     * @param create true makes a session that is not there
     */
    public Session lock(SessionName name, boolean create) {
        return create
                ? find(name, true).orElseGet(() -> make(name, NewSession.DEFAULTS, null))
                : lock(name, Precondition.NONE);
    }

    /** The session; 412 {@code stale-version}, which names the leaf, unless its version is one of those expected. */
    public static Session checked(Session session, Precondition expected) {
        if (!expected.isMet(session.version())) {
            throw new Problem(Code.STALE_VERSION, "The session is there in version " + session.version() + ".")
                    .with("leafId", session.leafId());
        }
        return session;
    }

    /** The session's row for reading, detached, so that no later writer of the transaction takes it for locked. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Session read(SessionName name) {
        return find(name, false).orElseThrow(Problem::noSession);
    }

    /** As {@link #read}, but a session may be missing. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Session> readIfThere(SessionName name) {
        return find(name, false);
    }

    /** Flushes and answers: only now the version is known. */
    private SessionInfo saved(SessionName name, Session session, SessionEvent event) {
        tell(session, event);
        em.flush();
        return session.info(name.namespace());
    }

    private Optional<Session> find(SessionName name, boolean lock) {
        if (lock) {
            turnstile.enter(name.key());
        }
        var session = namespaces
                .find(name.tenant(), name.namespace())
                .flatMap(numbers -> row(numbers.namespace(), name.id(), lock));
        if (lock) {
            session.ifPresent(s -> s.follow(() -> agents.limits(s.tenant(), s.agent())));
        } else {
            session.ifPresent(em::detach);
        }
        return session.filter(s -> !s.isExpired());
    }

    /** The row that has the name, alive or not. */
    private Optional<Session> row(long namespace, String id, boolean lock) {
        var query = em.createQuery(
                        "select s from Session s where s.namespace = :namespace and s.sessionId = :id", Session.class)
                .setParameter("namespace", namespace)
                .setParameter("id", id);
        if (lock) {
            query.setLockMode(LockModeType.PESSIMISTIC_WRITE);
        }
        return query.getResultList().stream().findFirst();
    }

    private Session make(SessionName name, NewSession wanted, String forkedAt) {
        if (namespaces.find(name.tenant(), name.namespace()).isEmpty()) {
            namespaces.make(name.tenant(), name.namespace());
        }
        var numbers = namespaces.find(name.tenant(), name.namespace()).orElseThrow();
        // The name may still be held by a session whose time is over, until the sweep comes by.
        row(numbers.namespace(), name.id(), true).ifPresent(old -> {
            if (!old.isExpired()) {
                throw exists();
            }
            removals.remove(old, new SessionExpired(name));
        });
        var limits = agents.limits(numbers.tenant(), wanted.agent());
        var session =
                new Session(numbers.tenant(), numbers.namespace(), name.id(), trees.make(), wanted, forkedAt, limits);
        em.persist(session);
        em.flush();
        labels.add(session);
        tell(session, new SessionCreated(name, wanted.parentSessionId(), forkedAt));
        return session;
    }

    private void describe(Session session, byte[] metadata) {
        if (metadata.length > settings.envelopeMaxBytes()) {
            throw new Problem(Code.TOO_LARGE, "Metadata may have " + settings.envelopeMaxBytes() + " bytes.");
        }
        session.describe(was -> was.with(metadata));
        labels.replace(session);
    }

    private void tell(Session session, SessionEvent event) {
        happened.fire(new SessionChange(session, List.of(event)));
    }
}
