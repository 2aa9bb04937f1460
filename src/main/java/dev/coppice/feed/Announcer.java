package dev.coppice.feed;

import dev.coppice.session.Happened;
import dev.coppice.session.SessionEvent;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ObserverMethod;
import jakarta.inject.Inject;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Announces to observers what has happened: after the commit, and never what was rolled back. */
@Stateless
public class Announcer {
    private static final Logger LOG = Logger.getLogger(Announcer.class.getName());

    @Inject
    private BeanManager beans;

    /**
     * Outside of the transaction that has just ended, so that observers of every phase are called now, and may begin
     * transactions of their own. An observer that fails harms neither the writer nor the other observers.
     */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void announce(@Observes(during = TransactionPhase.AFTER_SUCCESS) Happened happened) {
        for (SessionEvent event : happened.events()) {
            for (var observer : beans.resolveObserverMethods(event)) {
                if (!observer.isAsync()) {
                    tell(observer, event);
                }
            }
        }
    }

    private static void tell(ObserverMethod<? super SessionEvent> observer, SessionEvent event) {
        try {
            observer.notify(event);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "An observer of " + event.type() + " failed", e);
        }
    }
}
