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
    /** For periodic tasks on the database and the index, and for the event feed. Never for model calls. */
    public static final String TIMERS = "java:module/concurrent/Timers";

    /** For automatic compactions. */
    public static final String COMPACTIONS = "java:module/concurrent/Compactions";

    /** For automatic summaries and profiles; {@code coppice.profile.workers} limits them further. */
    public static final String MEMORY = "java:module/concurrent/Memory";

    /**
     * More than all periodic tasks, their early iterations and the feed readers need together (15), so that none waits
     * for another.
     */
    static final int MAX_TIMERS = 20;

    /**
     * Maximum number of concurrent compactions. Each holds up to {@code coppice.compaction.max-bytes} of messages and
     * mostly waits for a model.
     */
    public static final int MAX_COMPACTIONS = 16;

    /** Maximum value of {@code coppice.profile.workers}, the setting that limits the threads in use. */
    public static final int MAX_MEMORY = 100;
}
