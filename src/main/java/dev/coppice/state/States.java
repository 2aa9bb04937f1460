package dev.coppice.state;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.json.JsonInput;
import dev.coppice.json.MergePatch;
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
 * The state objects of sessions: one JSON object each, empty until it is written; the only writer of their rows. It has
 * versions of its own, 0 while it was never written. An equal object writes nothing. Ended sessions take it too.
 */
@Stateless
public class States {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private Settings settings;

    @Inject
    private Event<SessionChange> happened;

    /** The session's state object as it is now. Takes no lock. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public StateObject get(SessionName name) {
        return em
                .createQuery("select s.body, s.version from SessionState s where s.session = :session", Object[].class)
                .setParameter("session", sessions.read(name).id())
                .getResultList()
                .stream()
                .findFirst()
                .map(row -> new StateObject((byte[]) row[0], (Long) row[1]))
                .orElse(StateObject.NONE);
    }

    /**
     * Replaces the object by another one.
     *
     * @param create true makes a session that is missing
     */
    public StateObject replace(SessionName name, byte[] object, boolean create, Precondition expected) {
        return write(name, before -> object, create, expected);
    }

    /**
     * Applies a JSON Merge Patch (RFC 7396): null removes a member, objects are merged, anything else replaces. What the
     * patch does not name stays as it was written.
     *
     * @param create true makes a session that is missing
     */
    public StateObject patch(SessionName name, byte[] patch, boolean create, Precondition expected) {
        return write(name, before -> MergePatch.apply(before, patch), create, expected);
    }

    private StateObject write(SessionName name, UnaryOperator<byte[]> change, boolean create, Precondition expected) {
        var session = sessions.lock(name, create);
        var stored = em.find(SessionState.class, session.id());
        var before = stored == null ? StateObject.NONE : stored.object();
        expected.checkOrNone(before.version());
        var object = ListItem.of(object(change.apply(before.json())));
        if (object.isEqualTo(ListItem.of(before.json()).fingerprint())) {
            return before;
        }
        var state = stored == null ? new SessionState(session.id()) : stored;
        state.write(object.within(settings.state().maxBytes()).json());
        em.persist(state);
        session.touch();
        var how = stored == null ? How.CREATED : How.REWRITTEN;
        happened.fire(new SessionChange(
                session, List.of(new StateSaved(name, null, state.object().version(), how))));
        em.flush();
        return state.object();
    }

    /** 400 {@code malformed} unless the JSON is an object. */
    static byte[] object(byte[] json) {
        if (!JsonInput.of(json).atObject()) {
            throw new Problem(Code.MALFORMED, "The state of a session is a JSON object.");
        }
        return json;
    }
}
