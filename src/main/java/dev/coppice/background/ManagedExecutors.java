package dev.coppice.background;

import jakarta.ejb.Singleton;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorDefinition;

/**
 * Defines the thread pools for background work. Work that calls models has its own pools, because a call may take
 * minutes and must not delay other work. The server's default executors are not used: they have two threads per
 * processor and are left to extensions. If no thread is free, work waits in a queue. Threads are created when they are
 * first needed.
 */
@Singleton
@ManagedScheduledExecutorDefinition(name = ManagedExecutors.TIMERS, maxAsync = ManagedExecutors.MAX_TIMERS)
@ManagedExecutorDefinition(name = ManagedExecutors.COMPACTIONS, maxAsync = ManagedExecutors.MAX_COMPACTIONS)
@ManagedExecutorDefinition(name = ManagedExecutors.MEMORY, maxAsync = ManagedExecutors.MAX_MEMORY)
public class ManagedExecutors {
    /**
     * JNDI name of the executor for periodic tasks on the database and the index, and for the event feed. Never for
     * model calls.
     */
    public static final String TIMERS = "java:module/concurrent/Timers";

    /** JNDI name of the executor for automatic compactions. */
    public static final String COMPACTIONS = "java:module/concurrent/Compactions";

    /**
     * JNDI name of the executor for automatic summaries and profiles; {@code coppice.profile.workers} limits how many
     * threads they use.
     */
    public static final String MEMORY = "java:module/concurrent/Memory";

    /**
     * Number of threads of {@link #TIMERS}. It exceeds what all periodic tasks, their iterations ahead of schedule and
     * the feed readers need together (15), so that none waits for another.
     */
    static final int MAX_TIMERS = 20;

    /**
     * Number of threads of {@link #COMPACTIONS}, and so the maximum number of concurrent compactions on a node. Each
     * holds up to {@code coppice.compaction.max-bytes} of messages and mostly waits for a model.
     */
    public static final int MAX_COMPACTIONS = 16;

    /** Number of threads of {@link #MEMORY}, and maximum value of the setting {@code coppice.profile.workers}. */
    public static final int MAX_MEMORY = 100;
}
