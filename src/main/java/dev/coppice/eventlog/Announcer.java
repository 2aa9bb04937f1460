package dev.coppice.eventlog;

import dev.coppice.session.ChangesCommitted;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ObserverMethod;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Announces to observers what has happened: after the commit, in its order, and never what was rolled back. */
@Stateless
public class Announcer {
    private static final Logger LOG = Logger.getLogger(Announcer.class.getName());

    @Inject
    private BeanManager beans;

    @Inject
    private Event<TransactionChanges> outcomes;

    @Inject
    private Event<ChangesCommitted> announced;

    @Resource
    private TransactionSynchronizationRegistry transaction;

    /** Gathers the events of a transaction: of several notices that wait for its end, the last would be heard first. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void gather(@Observes SessionChange sessionChange) {
        boolean within = transaction.getTransactionKey() != null;
        if (within && transaction.getResource(TransactionChanges.class) instanceof TransactionChanges outcome) {
            outcome.notices().add(sessionChange);
            return;
        }
        var outcome = new TransactionChanges(new ArrayList<>(List.of(sessionChange)));
        if (within) {
            transaction.putResource(TransactionChanges.class, outcome);
        }
        outcomes.fire(outcome);
    }

    /**
     * Outside of the transaction that has just ended, so that observers of every phase are called now, and may begin
     * transactions of their own. An observer that fails harms neither the writer nor the other observers.
     */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void announce(@Observes(during = TransactionPhase.AFTER_SUCCESS) TransactionChanges outcome) {
        for (var notice : outcome.notices()) {
            notice.events().forEach(this::announce);
        }
        announced.fire(new ChangesCommitted(outcome.notices()));
    }

    private void announce(SessionEvent event) {
        beans.resolveObserverMethods(event).stream()
                .filter(observer -> !observer.isAsync())
                .sorted(Comparator.comparingInt(ObserverMethod::getPriority))
                .forEach(observer -> tell(observer, event));
    }

    private static void tell(ObserverMethod<? super SessionEvent> observer, SessionEvent event) {
        try {
            observer.notify(event);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "An observer of " + event.type() + " failed", e);
        }
    }
}
