package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.agent.Agents;
import dev.coppice.json.MergePatch;
import dev.coppice.web.Calls;
import dev.coppice.web.Precondition;
import dev.coppice.web.Turnstile;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes, finds, changes and deletes sessions; the only writer of their rows. Each method is one transaction, or part of
 * the caller's. A session that is not there, has expired or belongs to another tenant is the same: 404
 * {@code session-not-found}. Every change moves the version, which preconditions are checked against.
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
    private Turnstile turnstile;

    @Inject
    private Calls calls;

    @Inject
    private Settings settings;

    @Inject
    private Event<Happened> happened;

    @Inject
    private Event<SessionDeleting> deleting;

    /** Makes a session; 409 {@code session-exists} when there is one of the name. */
    public SessionInfo create(SessionName name, NewSession wanted) {
        if (find(name, true).isPresent()) {
            throw new Problem(Code.SESSION_EXISTS, "A session of this id exists in the namespace.");
        }
        return make(name, wanted).info(name.namespace());
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
        return new Got(make(name, wanted).info(name.namespace()), true);
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
        remove(lock(name, expected), new SessionDeleted(name));
    }

    /**
     * The session's row, locked until the transaction ends: the first statement of every writer. Waits in memory for
     * other writers of this node, at most as {@code coppice.session.queue-wait} says.
     */
    public Session lock(SessionName name, Precondition expected) {
        return checked(find(name, true).orElseThrow(Problem::noSession), expected);
    }

    /** As {@link #lock}, but a session that is not there is made. */
    public Session lockOrMake(SessionName name, Precondition expected) {
        var found = find(name, true);
        if (found.isPresent()) {
            return checked(found.get(), expected);
        }
        expected.checkAbsent();
        return make(name, NewSession.DEFAULTS);
    }

    private static Session checked(Session session, Precondition expected) {
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

    /** A session with its name. */
    public record Found(Session session, SessionName name) {}

    /** Some of a tenant's sessions by their numbers, for reading; those that are gone are left out. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Map<Long, Found> readAll(String tenant, int tenantNumber, Collection<Long> numbers) {
        var found = new HashMap<Long, Found>();
        if (!numbers.isEmpty()) {
            var rows = em.createQuery(
                            """
                            select s, n.name from Session s join Namespace n on n.id = s.namespace
                            where s.id in :numbers""",
                            Object[].class)
                    .setParameter("numbers", numbers)
                    .getResultList();
            for (var row : rows) {
                var session = (Session) row[0];
                em.detach(session);
                if (session.tenant() == tenantNumber && !session.isExpired()) {
                    found.put(
                            session.id(),
                            new Found(session, new SessionName(tenant, (String) row[1], session.sessionId())));
                }
            }
        }
        return found;
    }

    /** The numbers of a tenant's sessions of an id, whatever their namespaces. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<Long> numbers(int tenant, String id) {
        return em.createQuery(
                        """
                        select s.id from Namespace n join Session s on s.namespace = n.id
                        where n.tenant = :tenant and s.sessionId = :id""",
                        Long.class)
                .setParameter("tenant", tenant)
                .setParameter("id", id)
                .getResultList();
    }

    /** A fresh tree for a locked session; the old one is purged afterwards. */
    public Tree newTree(Session session) {
        em.find(Tree.class, session.tree()).orphan(null);
        var fresh = new Tree();
        em.persist(fresh);
        return fresh;
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
        var query = namespaces.find(name.tenant(), name.namespace()).map(numbers -> em.createQuery(
                        "select s from Session s where s.namespace = :namespace and s.sessionId = :id", Session.class)
                .setParameter("namespace", numbers.namespace())
                .setParameter("id", name.id()));
        if (query.isEmpty()) {
            return Optional.empty();
        }
        if (lock) {
            query.get().setLockMode(LockModeType.PESSIMISTIC_WRITE);
        }
        var session = query.get().getResultList().stream().findFirst();
        if (lock) {
            session.filter(s -> !s.follows()).ifPresent(s -> s.follow(agents.limits(s.tenant(), s.agent())));
        } else {
            session.ifPresent(em::detach);
        }
        return session.filter(s -> !s.isExpired());
    }

    private Session make(SessionName name, NewSession wanted) {
        if (namespaces.find(name.tenant(), name.namespace()).isEmpty()) {
            namespaces.make(name.tenant(), name.namespace());
        }
        var numbers = namespaces.find(name.tenant(), name.namespace()).orElseThrow();
        removeExpired(name, numbers.namespace());
        var tree = new Tree();
        em.persist(tree);
        var limits = agents.limits(numbers.tenant(), wanted.agent());
        var session = new Session(numbers.tenant(), numbers.namespace(), name.id(), tree, wanted, limits);
        em.persist(session);
        em.flush();
        label(session);
        tell(session, new SessionCreated(name));
        return session;
    }

    /** The name may still be held by a session whose time is over, until the sweep comes by. */
    private void removeExpired(SessionName name, long namespace) {
        em
                .createQuery(
                        "select s from Session s where s.namespace = :namespace and s.sessionId = :id", Session.class)
                .setParameter("namespace", namespace)
                .setParameter("id", name.id())
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList()
                .stream()
                .findFirst()
                .ifPresent(old -> remove(old, new SessionExpired(name)));
    }

    private void remove(Session session, SessionEvent event) {
        tell(session, event);
        deleting.fire(new SessionDeleting(session));
        em.createQuery("delete from SessionLabel l where l.key.session = :session")
                .setParameter("session", session.id())
                .executeUpdate();
        calls.forget(event.session().key());
        em.find(Tree.class, session.tree()).orphan(session.id());
        em.remove(session);
        em.flush();
    }

    /** Removes sessions whose time is over; at most {@code limit} a call. Returns how many went. */
    public int removeExpired(int limit) {
        var rows = em.createQuery(
                        """
                        select s, t.name, n.name from Session s join Namespace n on n.id = s.namespace
                        join Tenant t on t.id = s.tenant where s.expiresAt <= :now""",
                        Object[].class)
                .setParameter("now", System.currentTimeMillis())
                .setMaxResults(limit)
                .getResultList();
        for (var row : rows) {
            var session = (Session) row[0];
            em.refresh(session, LockModeType.PESSIMISTIC_WRITE);
            if (session.isExpired()) {
                var name = new SessionName((String) row[1], (String) row[2], session.sessionId());
                remove(session, new SessionExpired(name));
            }
        }
        return rows.size();
    }

    private void describe(Session session, byte[] metadata) {
        if (metadata.length > settings.envelopeMaxBytes()) {
            throw new Problem(Code.TOO_LARGE, "Metadata may have " + settings.envelopeMaxBytes() + " bytes.");
        }
        session.describe(metadata);
        em.createQuery("delete from SessionLabel l where l.key.session = :session")
                .setParameter("session", session.id())
                .executeUpdate();
        label(session);
    }

    private void label(Session session) {
        var scalars = MergePatch.scalars(session.metadata());
        if (scalars.size() > settings.metadataMaxLabels()) {
            throw Problem.at(
                    "/metadata",
                    Code.INVALID,
                    "Metadata may have " + settings.metadataMaxLabels() + " members that lists can filter by.");
        }
        scalars.forEach((name, value) -> em.persist(new SessionLabel(session.id(), name, value)));
    }

    private void tell(Session session, SessionEvent event) {
        happened.fire(new Happened(session, List.of(event)));
    }
}
