package dev.coppice.state;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.db.Results;
import dev.coppice.json.JsonInput;
import dev.coppice.json.MergePatch;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.state.StateSaved.How;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Reads and writes the state objects of sessions: one JSON object for each session. Only this class writes rows of
 * state objects, apart from {@link StatePurge}, which deletes them. Each object has its own version numbers; before the
 * first write the object is empty and has version 0. A write of an equal object changes nothing. A session that has
 * ended accepts writes too. A write first locks the session's row.
 *
 * <p>Methods throw 404 {@code session-not-found} if the session does not exist and {@code create} is not true, 400
 * {@code malformed} if {@code object} or {@code patch} is not a JSON object, 422 {@code invalid} if it contains
 * duplicate keys or lone surrogates, 412 {@code stale-version} if the object's version does not meet {@code expected},
 * 413 {@code too-large} if the object has more than {@code coppice.state.max-bytes} bytes.
 */
@Stateless
public class States {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private StateSettings settings;

    @Inject
    private Event<SessionChange> changes;

    /**
     * Returns the session's current state object; {@link StateObject#NONE} if none was stored yet. Takes no lock.
     * Throws 404 {@code session-not-found} if the session does not exist.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public StateObject get(SessionName name) {
        var query = em.createQuery("select s.body, s.version from SessionState s where s.session = :session", Row.class)
                .setParameter("session", sessions.read(name).id());
        return Results.first(query)
                .map(row -> new StateObject(row.body(), row.version()))
                .orElse(StateObject.NONE);
    }

    /**
     * The JSON and the version of a state object, as the JPQL query of {@link #get} returns them. The types of the
     * components must match the select list.
     */
    private record Row(byte[] body, Long version) {}

    /**
     * Replaces the state object of a session and returns the object as stored. Throws 400 {@code malformed} if
     * {@code object} is not a JSON object, 422 {@code invalid} if it contains duplicate keys or lone surrogates, 404
     * {@code session-not-found} if the session does not exist and {@code create} is false, 412 {@code stale-version} if
     * {@code expected} is not met, 413 {@code too-large} if the object has more than {@code coppice.state.max-bytes}
     * bytes.
     *
     * @param object the new object in UTF-8
     * @param create true to create a missing session
     * @param expected precondition on the version of the state object
     */
    public StateObject replace(SessionName name, byte[] object, boolean create, Precondition expected) {
        return write(name, before -> object, create, expected);
    }

    /**
     * Applies a JSON Merge Patch (RFC 7396) to the state object and returns the result. In the patch, null removes a
     * member, an object is merged into the existing member, and any other value replaces the member. If the patch does
     * not name a member whose value is a string, number or array, the bytes of this value stay the same; white space
     * between the members of objects is removed. Throws 400 {@code malformed} if {@code patch} is not a JSON object,
     * 422 {@code invalid} if it contains duplicate keys or lone surrogates, 404 {@code session-not-found} if the
     * session does not exist and {@code create} is false, 412 {@code stale-version} if {@code expected} is not met, 413
     * {@code too-large} if the result has more than {@code coppice.state.max-bytes} bytes.
     *
     * @param create true to create a missing session
     * @param expected precondition on the version of the state object
     */
    public StateObject patch(SessionName name, byte[] patch, boolean create, Precondition expected) {
        return write(name, before -> MergePatch.apply(before, patch), create, expected);
    }

    /**
     * Applies a JSON Merge Patch as {@link #patch(SessionName, byte[], boolean, Precondition)} does, in the transaction
     * of another write to the session. The patch contains the expected version.
     *
     * @param session the session's row, which the caller has locked
     */
    public StateObject patch(SessionName name, Session session, StatePatch patch) {
        return write(name, session, before -> MergePatch.apply(before, patch.json()), patch.precondition());
    }

    /**
     * Stores a state object that is copied from another database, with its version. Returns false if the session has a
     * state object already. Throws 404 {@code session-not-found} if the session does not exist, 413 {@code too-large}
     * if the object has more than {@code coppice.state.max-bytes} bytes.
     *
     * @param copied the object, whose version is at least 1
     */
    public boolean restore(SessionName name, StateObject copied) {
        var session = sessions.lock(name, Precondition.NONE);
        if (em.find(SessionState.class, session.id()) != null) {
            return false;
        }
        ListItem.of(object(copied.json())).within(settings.maxBytes());
        em.persist(new SessionState(session.id(), copied));
        changes.fire(new SessionChange(session, List.of(new StateSaved(name, null, copied.version(), How.CREATED))));
        return true;
    }

    /** Returns the version of the state object of a session; 0 if none was stored yet. */
    public long version(Session session) {
        var stored = em.find(SessionState.class, session.id());
        return stored == null ? 0 : stored.object().version();
    }

    private StateObject write(SessionName name, UnaryOperator<byte[]> change, boolean create, Precondition expected) {
        return write(name, sessions.lock(name, create), change, expected);
    }

    private StateObject write(SessionName name, Session session, UnaryOperator<byte[]> change, Precondition expected) {
        var stored = em.find(SessionState.class, session.id());
        var before = stored == null ? StateObject.NONE : stored.object();
        expected.checkOrAbsent(before.version());
        var object = ListItem.of(object(change.apply(before.json())));
        if (object.isEqualTo(ListItem.of(before.json()).fingerprint())) {
            return before;
        }
        var state = stored == null ? new SessionState(session.id()) : stored;
        state.write(object.within(settings.maxBytes()).json());
        em.persist(state);
        session.touch();
        var how = stored == null ? How.CREATED : How.REWRITTEN;
        changes.fire(new SessionChange(
                session, List.of(new StateSaved(name, null, state.object().version(), how))));
        em.flush();
        return state.object();
    }

    /**
     * Returns {@code json} unchanged. Throws 400 {@code malformed} if it does not begin with a JSON object; the end of
     * the object is not checked.
     */
    static byte[] object(byte[] json) {
        if (!JsonInput.of(json).atObject()) {
            throw new Problem(Code.MALFORMED, "The state of a session must be a JSON object.");
        }
        return json;
    }
}
