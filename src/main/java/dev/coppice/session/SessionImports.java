package dev.coppice.session;

import dev.coppice.agent.Agents;
import dev.coppice.agent.CompactBy;
import dev.coppice.api.Precondition;
import dev.coppice.session.SessionLifecycle.SessionUpdated;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * Creates sessions that are copied from another database. Until the import of a session is complete, the session has no
 * agent and no limits, so that nothing is compacted, removed or summarized before all messages are stored. The column
 * {@code importing} marks a session whose import is not complete. If the import is repeated, it continues such sessions
 * and leaves complete ones unchanged.
 */
@Stateless
public class SessionImports {
    @Inject
    private Sessions sessions;

    @Inject
    private SessionLabels labels;

    @Inject
    private Agents agents;

    @Inject
    private Event<SessionChange> changes;

    /**
     * What {@link #begin} has found: no session, a session whose import is not complete, or another session, which must
     * not be changed.
     */
    public enum Begun {
        CREATED,
        CONTINUED,
        EXISTS
    }

    /**
     * Begins the import of a session: creates the session unless one with this name exists, and locks it. Returns what
     * was found under this name; the caller may continue only after {@code CREATED} or {@code CONTINUED}. Throws 422
     * {@code invalid-id} or {@code invalid} if a field of the session is invalid, 429 {@code rate-limited} if the
     * session must be created and the tenant has as many sessions as its quota allows.
     *
     * @param name name of the session in this database
     * @param copied the session in the other database
     */
    public Begun begin(SessionName name, SessionInfo copied) {
        var found = sessions.lockIfPresent(name);
        if (found.isPresent()) {
            return found.get().isImporting() ? Begun.CONTINUED : Begun.EXISTS;
        }
        sessions.create(name, NewSession.copyOf(copied));
        sessions.lock(name, Precondition.NONE).changeLifetime(Lifetime::importBegun);
        return Begun.CREATED;
    }

    /** True if the session exists, unless its import has begun and is not complete yet. Takes no lock. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean isComplete(SessionName name) {
        return sessions.readIfPresent(name)
                .filter(session -> !session.isImporting())
                .isPresent();
    }

    /** Returns and locks the session if its import has begun and is not complete; empty otherwise. */
    public Optional<Session> unfinished(SessionName name) {
        return sessions.lockIfPresent(name).filter(session -> session.isImporting());
    }

    /**
     * Completes the import of a session: sets its agent, limits, times and usage, and marks its import as complete.
     * Must be called within a transaction, after all other writes of the transaction. Throws 404
     * {@code session-not-found} if the session does not exist.
     *
     * @param name name of the session in this database
     * @param copied the session in the other database
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void complete(SessionName name, SessionInfo copied) {
        var session = sessions.lock(name, Precondition.NONE);
        session.completeImport(copied, agents.limits(session.tenant(), copied.agent()));
        labels.replace(session);
        changes.fire(new SessionChange(session, List.of(new SessionUpdated(name, copied.agent()))));
        if (session.limits().compactBy() == CompactBy.REPORTED && copied.contextTokens() != null) {
            session.recordReportedTokens(copied.contextTokens());
        }
    }
}
