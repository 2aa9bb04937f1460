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
 * Trims a session's messages when its {@code maxMessages} changes. A smaller value trims messages at once; a larger one
 * does not restore trimmed messages.
 */
@Stateless
public class RetentionObserver {
    @PersistenceContext
    private EntityManager em;

    /** Trims the messages of the session in the transaction that changes its {@code maxMessages}. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void apply(@Observes RetentionChanging changing) {
        Retention.apply(em, changing.session());
    }

    /**
     * Trims the messages of the session in the transaction that sets its agent, whose {@code maxMessages} may apply to
     * it.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void apply(@Observes AgentChanging changing) {
        Retention.apply(em, changing.session());
    }
}
