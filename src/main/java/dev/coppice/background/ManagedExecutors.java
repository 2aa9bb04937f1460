package dev.coppice.background;

import jakarta.ejb.Singleton;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorDefinition;

/**
 * Defines the thread pools for background work. Calls of models have their own pools, because a call may take minutes
 * and must not delay other work. The default executors of WildFly are not used; they are left to extensions. If all
 * threads of a pool are busy, work waits in the pool's queue. Threads are created when they are first needed.
 */
@Singleton
@ManagedScheduledExecutorDefinition(name = ManagedExecutors.TIMERS, maxAsync = ManagedExecutors.MAX_TIMERS)
@ManagedExecutorDefinition(name = ManagedExecutors.COMPACTIONS, maxAsync = ManagedExecutors.MAX_COMPACTIONS)
@ManagedExecutorDefinition(name = ManagedExecutors.MEMORY, maxAsync = ManagedExecutors.MAX_MEMORY)
public class ManagedExecutors {
    /**
     * JNDI name of the executor for short work on the database, the search index and the event streams, most of it
     * periodic. Never for calls of models.
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
     * Number of threads of {@link #TIMERS}. All periodic tasks, additional iterations of them, and readers of the log
     * for event streams need at most 15 at the same time, so that none waits for another.
     */
    static final int MAX_TIMERS = 20;

    /**
     * Number of threads of {@link #COMPACTIONS}, and so the maximum number of automatic compactions at a time on a
     * node. Each holds up to {@code coppice.compaction.max-bytes} of messages and mostly waits for a model.
     */
    public static final int MAX_COMPACTIONS = 16;

    /** Number of threads of {@link #MEMORY}, and maximum value of the setting {@code coppice.profile.workers}. */
    public static final int MAX_MEMORY = 100;
}
