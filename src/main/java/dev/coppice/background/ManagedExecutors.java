package dev.coppice.background;

import jakarta.ejb.Singleton;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorDefinition;

/**
 * Defines the thread pools for background work. Calls of models have pools of their own, because a call may take
 * minutes and must not delay other work. WildFly's default executors are not used here, so that extensions have them
 * for themselves. If all threads of a pool are busy, work waits in the pool's queue. Threads are created when they are
 * first needed.
 */
@Singleton
@ManagedScheduledExecutorDefinition(name = ManagedExecutors.TIMERS, maxAsync = ManagedExecutors.MAX_TIMERS)
@ManagedExecutorDefinition(name = ManagedExecutors.COMPACTIONS, maxAsync = ManagedExecutors.MAX_COMPACTIONS)
@ManagedExecutorDefinition(name = ManagedExecutors.MEMORY, maxAsync = ManagedExecutors.MAX_MEMORY)
public class ManagedExecutors {
    /**
     * JNDI name of the executor for short work on the database, the search index and the event streams. Most of this
     * work is periodic. It must never be used for calls of models.
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
     * Number of threads of {@link #TIMERS}. The periodic tasks, their additional iterations and the readers of the log
     * for event streams need at most 15 threads at the same time. So none of them waits for another.
     */
    static final int MAX_TIMERS = 20;

    /**
     * Number of threads of {@link #COMPACTIONS}, which is also the maximum number of automatic compactions that run at
     * the same time on a node. Each of them holds up to {@code coppice.compaction.max-bytes} of messages in memory, and
     * mostly waits for a model.
     */
    public static final int MAX_COMPACTIONS = 16;

    /** Number of threads of {@link #MEMORY}. The setting {@code coppice.profile.workers} cannot be higher. */
    public static final int MAX_MEMORY = 100;
}
