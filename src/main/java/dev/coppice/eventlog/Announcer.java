package dev.coppice.eventlog;

import dev.coppice.db.ServerTransactions;
import dev.coppice.eventlog.ChangeCollector.TransactionChanges;
import dev.coppice.session.ChangesCommitted;
import dev.coppice.session.SessionChange;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ObserverMethod;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Delivers the events of a transaction to their CDI observers after the commit, in the order of the changes. Afterwards
 * delivers one {@link ChangesCommitted} to classes of this application that must act after each commit. If a
 * transaction is rolled back, delivers nothing.
 *
 * <p>This class observes one CDI event per transaction after the commit, {@link TransactionChanges}, and calls the
 * observers of the single events itself. If the container called them, it would begin with the last change, and an
 * observer that fails would prevent the calls of the others.
 */
@ApplicationScoped
public class Announcer {
    private static final Logger LOG = Logger.getLogger(Announcer.class.getName());

    @Inject
    private BeanManager beans;

    /**
     * The synchronous observers by class of event, those with the lowest priority number first. They stay the same as
     * long as the application is deployed.
     */
    private final Map<Class<?>, List<ObserverMethod<? super Object>>> observers = new ConcurrentHashMap<>();

    /**
     * Delivers the events of a committed transaction. The observers run outside of any transaction, so each can start
     * one of its own. Even an observer that is declared for a transaction phase is called immediately.
     */
    public void deliver(@Observes(during = TransactionPhase.AFTER_SUCCESS) TransactionChanges committed) {
        ServerTransactions.callOutside(() -> deliver(committed.changes()));
    }

    private void deliver(List<SessionChange> changes) {
        for (var change : changes) {
            change.events().forEach(this::dispatch);
        }
        dispatch(new ChangesCommitted(changes));
    }

    /**
     * Calls the synchronous observers of an event, those with the lowest priority number first. If an observer throws
     * an exception, it is logged, and the other observers are still called.
     */
    private void dispatch(Object event) {
        var ofClass = observers.get(event.getClass());
        if (ofClass == null) {
            ofClass = observers.computeIfAbsent(event.getClass(), key -> find(event));
        }
        ofClass.forEach(observer -> notify(observer, event));
    }

    private List<ObserverMethod<? super Object>> find(Object event) {
        return beans.resolveObserverMethods(event).stream()
                .filter(observer -> !observer.isAsync())
                .sorted(Comparator.comparingInt(ObserverMethod::getPriority))
                .toList();
    }

    private static void notify(ObserverMethod<? super Object> observer, Object event) {
        try {
            observer.notify(event);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "An observer of " + event.getClass().getSimpleName() + " failed", e);
        }
    }
}
