package dev.coppice.background;

import jakarta.ejb.Singleton;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorDefinition;

/**
 * Defines the thread pools for background work. Automatic compactions, and automatic summaries and profiles, have their
 * own pools: they call models, which may take minutes and must not delay other work. WildFly's default executors remain
 * free for extensions. If all threads of a pool are busy, work waits in the pool's queue. A pool creates its threads on
 * first use.
 */
@Singleton
@ManagedScheduledExecutorDefinition(name = ManagedExecutors.TIMERS, maxAsync = ManagedExecutors.MAX_TIMERS)
@ManagedExecutorDefinition(name = ManagedExecutors.COMPACTIONS, maxAsync = ManagedExecutors.MAX_COMPACTIONS)
@ManagedExecutorDefinition(name = ManagedExecutors.MEMORY, maxAsync = ManagedExecutors.MAX_MEMORY)
public class ManagedExecutors {
    /**
     * JNDI name of the executor for short work on the database, the search index and the event streams. Most of this
     * work is periodic. The executor must never be used for calls of models.
     */
    public static final String TIMERS = "java:module/concurrent/Timers";

    /** JNDI name of the executor for automatic compactions. */
    public static final String COMPACTIONS = "java:module/concurrent/Compactions";

    /**
     * JNDI name of the executor for automatic summaries and profiles; the setting {@code coppice.profile.workers}
     * limits how many threads they use.
     */
    public static final String MEMORY = "java:module/concurrent/Memory";

    /**
     * Number of threads of {@link #TIMERS}. So many are needed if everything runs at the same time: 9 periodic tasks, 6
     * sweeps (one per lease), 3 additional iterations of periodic tasks, and 2 readers of the log for event streams.
     * Other work on this executor is rare and short. So a task hardly ever waits for a thread.
     */
    static final int MAX_TIMERS = 20;

    /**
     * Number of threads of {@link #COMPACTIONS}, and thus the maximum number of automatic compactions that run at the
     * same time on a node. Each compaction waits most of the time for a model, so the threads cost little CPU time. But
     * each holds up to {@code coppice.compaction.max-bytes} of messages in memory, which limits the number.
     */
    public static final int MAX_COMPACTIONS = 16;

    /**
     * Number of threads of {@link #MEMORY}. Only as many are used as the setting {@code coppice.profile.workers} says,
     * and that setting cannot be higher than this number.
     */
    public static final int MAX_MEMORY = 100;
}
