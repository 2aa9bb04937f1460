package dev.coppice.eventlog;

import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
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
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.ScheduledFuture;

/**
 * Periodic task that assigns positions to committed events and then lets the log readers of this node process them. The
 * pause between two iterations is {@code coppice.events.interval}. If there are no new events, an iteration needs one
 * query for all readers. {@link CommitTrigger} causes additional iterations. Thread-safe.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Sequencer {
    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    @Inject
    private LogWatch watch;

    @Inject
    private CommitTrigger trigger;

    @Inject
    private Instance<LogReader> logReaders;

    @Inject
    private EventLogSettings settings;

    private List<LogReader> readers;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        readers = logReaders.stream().toList();
        var task = background.periodic("event-positions", this::assignPositions);
        running = task.every(settings.interval(), executor);
        trigger.start(task, readers);
    }

    private void assignPositions() {
        trigger.iterationBegins();
        var state = watch.look();
        readers.forEach(reader -> reader.readNewEvents(state));
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
