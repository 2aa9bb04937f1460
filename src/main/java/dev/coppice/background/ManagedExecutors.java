package dev.coppice.background;

import dev.coppice.ProfileSettings;
import jakarta.ejb.Singleton;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorDefinition;

/**
 * The threads for what is done beside requests, apart by what they may wait for: a model takes minutes, and nothing else
 * is to wait for it. They come with the application and not with the server's configuration, whose own executors have two
 * threads for each processor and are left to extensions. What finds no thread waits in line. Threads are made when they
 * are first needed, and those that are idle cost little.
 */
@Singleton
@ManagedScheduledExecutorDefinition(name = ManagedExecutors.TIMERS, maxAsync = ManagedExecutors.MAX_TIMERS)
@ManagedExecutorDefinition(name = ManagedExecutors.COMPACTIONS, maxAsync = ManagedExecutors.MAX_COMPACTIONS)
@ManagedExecutorDefinition(name = ManagedExecutors.MEMORY, maxAsync = ProfileSettings.MAX_WORKERS)
public class ManagedExecutors {
    /** For what the database and the index are looked after by, and the event feed. Never for what calls a model. */
    public static final String TIMERS = "java:module/concurrent/Timers";

    /** For sessions that are compacted by themselves. */
    public static final String COMPACTIONS = "java:module/concurrent/Compactions";

    /** For summaries and profiles that are made by themselves; the setting of their workers is what limits them. */
    public static final String MEMORY = "java:module/concurrent/Memory";

    /** More than there are timers, readers and hurried turns (15), so that none of them waits for another. */
    static final int MAX_TIMERS = 20;

    /** Each holds up to {@code coppice.compaction.max-bytes} of messages; most of them wait for a model. */
    static final int MAX_COMPACTIONS = 16;
}
