package dev.coppice.background;

import jakarta.ejb.Singleton;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorDefinition;

/**
 * The threads for work beside requests, separated by what they may wait for: a model takes minutes, and nothing else waits
 * for it. The application defines them, because the server's own executors have two threads for each processor and are left
 * to extensions. Work that finds no thread waits in a queue. Threads are created when they are first needed.
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

    /** More than all timers, feed readers and early runs of timers together (15), so that none waits for another. */
    static final int MAX_TIMERS = 20;

    /**
     * Compactions at a time. Each holds up to {@code coppice.compaction.max-bytes} of messages and mostly waits for a
     * model.
     */
    public static final int MAX_COMPACTIONS = 16;

    /** The largest value of {@code coppice.profile.workers}, which is the limit in use. */
    public static final int MAX_MEMORY = 100;
}
