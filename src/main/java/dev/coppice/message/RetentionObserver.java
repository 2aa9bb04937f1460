package dev.coppice.message;

import dev.coppice.session.RetentionChanging;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Follows what sessions are to retain: fewer messages at once; of those that went before none comes back. */
@Stateless
public class RetentionObserver {
    @PersistenceContext
    private EntityManager em;

    /** Within the transaction that changes the number. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void follow(@Observes RetentionChanging changing) {
        Retention.apply(em, changing.session());
    }
}
