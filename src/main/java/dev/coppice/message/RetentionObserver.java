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
 * Applies a change of a session's {@code maxMessages}: a smaller value trims messages at once; a larger one does not
 * restore trimmed ones.
 */
@Stateless
public class RetentionObserver {
    @PersistenceContext
    private EntityManager em;

    /** Applies the new value in the transaction that changes {@code maxMessages}. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void apply(@Observes RetentionChanging changing) {
        Retention.apply(em, changing.session());
    }

    /** Applies the {@code maxMessages} of a session's new agent. Runs in the transaction of the change. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void apply(@Observes AgentChanging changing) {
        Retention.apply(em, changing.session());
    }
}
