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
     * When the {@code maxMessages} of a session changes, hides the oldest messages if there are more. Runs in the same
     * transaction.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void apply(@Observes RetentionChanging changing) {
        Retention.apply(em, changing.session());
    }

    /**
     * When the agent of a session is set, hides the oldest messages if there are more than {@code maxMessages}, which
     * may be the agent's. Runs in the same transaction.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void apply(@Observes AgentChanging changing) {
        Retention.apply(em, changing.session());
    }
}
