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
 * Hides the oldest messages of a session when its {@code maxMessages} becomes smaller. A larger {@code maxMessages}
 * does not show hidden messages again.
 */
@Stateless
public class RetentionObserver {
    @PersistenceContext
    private EntityManager em;

    /**
     * Hides the oldest messages on the path to a session's leaf if its new {@code maxMessages} is lower than their
     * number. Runs in the transaction that changes {@code maxMessages}.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void apply(@Observes RetentionChanging changing) {
        Retention.apply(em, changing.session());
    }

    /**
     * Hides the oldest messages on the path to a session's leaf if the {@code maxMessages} of its new agent is lower
     * than their number. Runs in the transaction that sets the agent.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void apply(@Observes AgentChanging changing) {
        Retention.apply(em, changing.session());
    }
}
