package dev.coppice.http;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The part of the heap that large bodies, and large answers built in memory, may use together. A request waits while
 * not enough of it is free, so that many clients together cannot exhaust the heap. Thread-safe; requests are served in
 * order of arrival.
 */
@ApplicationScoped
public class MemoryBudget {
    private static final int KIB = 1024;

    @Inject
    private Settings settings;

    private int total;
    private Semaphore free;

    @PostConstruct
    void start() {
        long share = Runtime.getRuntime().maxMemory() / settings.bodyHeapShare();
        total = (int) Math.min(Math.max(share, settings.bodyMaxBytes()) / KIB, Integer.MAX_VALUE);
        free = new Semaphore(total, true);
    }

    /**
     * Reserves memory, and waits while not enough is free; throws 503 {@code busy} after
     * {@code coppice.session.queue-wait}.
     *
     * @return the number of reserved KiB, to be passed to {@link #release}
     */
    int reserve(long bytes) {
        int permits = (int) Math.min(total, bytes / KIB + 1);
        try {
            if (free.tryAcquire(permits, settings.queueWait().toMillis(), TimeUnit.MILLISECONDS)) {
                return permits;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Problem(Code.OVERLOADED, "Too many large requests are in progress; retry later.");
    }

    void release(int permits) {
        free.release(permits);
    }
}
