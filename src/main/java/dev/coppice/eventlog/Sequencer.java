package dev.coppice.eventlog;

import dev.coppice.Settings;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import dev.coppice.feed.LiveFeed;
import dev.coppice.session.SessionLifecycle.SessionLoaded;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Gives committed events their positions, a few times a second, as long as the server runs, and has them read to those who
 * wait for them. What is committed on this node while somebody waits is not left to the next turn.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Sequencer {
    /** Many commits share a turn: on a busy node there are some thirty a second. */
    private static final long PAUSE_MILLIS = 20;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private EventLog log;

    @Inject
    private LiveFeed tail;

    @Inject
    private Settings settings;

    private final AtomicBoolean wanted = new AtomicBoolean();
    private PeriodicTask turn;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        long millis = settings.feed().interval().toMillis();
        turn = new PeriodicTask("Giving events their positions", () -> {
            while (log.sequence()) {
                // as long as there is more
            }
            tail.read();
        });
        running = executor.scheduleWithFixedDelay(this::turn, millis, millis, TimeUnit.MILLISECONDS);
    }

    private synchronized void turn() {
        wanted.set(false);
        turn.run();
    }

    /** After a commit, on the writer's thread: costs it nothing but a look. */
    public void hurry(@Observes(during = TransactionPhase.AFTER_SUCCESS) TransactionChanges outcome) {
        boolean logged = outcome.notices().stream()
                .flatMap(notice -> notice.events().stream())
                .anyMatch(event -> !(event instanceof SessionLoaded));
        if (logged && tail.isRead() && wanted.compareAndSet(false, true)) {
            try {
                executor.schedule(this::turn, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                wanted.set(false); // the timer's next turn is soon enough
            }
        }
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
