package dev.coppice.message;

import dev.coppice.session.AgentChanging;
import dev.coppice.session.RetentionChanging;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/**
 * Hides the oldest messages of a session when the session, or the agent that it is given, sets a {@code maxMessages}
 * that the path to the session's leaf exceeds. A larger {@code maxMessages} does not show hidden messages again.
 */
@Stateless
public class RetentionObserver {
    @PersistenceContext
    private EntityManager em;

    /**
     * Hides the oldest messages on the path to a session's leaf if the path has more messages than the session's new
     * {@code maxMessages} allows. Runs in the transaction that changes {@code maxMessages}.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void apply(@Observes RetentionChanging changing) {
        Retention.apply(em, changing.session());
    }

    /**
     * Hides the oldest messages on the path to a session's leaf if the path has more messages than {@code maxMessages}
     * allows after the session got an agent. The agent's {@code maxMessages} applies only if the session has none of
     * its own. Runs in the transaction that sets the agent.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void apply(@Observes AgentChanging changing) {
        Retention.apply(em, changing.session());
    }
}
