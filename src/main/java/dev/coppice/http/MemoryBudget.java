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
 * Limits the memory of large request bodies, and of large responses that are built in memory, to a part of the heap. So
 * many simultaneous clients cannot exhaust the heap. If not enough of this part is free, a request waits. Waiting
 * requests are served in the order of their arrival. Thread-safe.
 */
@ApplicationScoped
public class MemoryBudget {
    private static final int KIB = 1024;

    @Inject
    private Settings settings;

    /** Total memory that requests may reserve, in KiB. */
    private int total;
    /** Semaphore with one permit per KiB of memory that requests may still reserve. */
    private Semaphore free;

    @PostConstruct
    void start() {
        long share = Runtime.getRuntime().maxMemory() / settings.bodyHeapShare();
        total = (int) Math.min(Math.max(share, settings.bodyMaxBytes()) / KIB, Integer.MAX_VALUE);
        free = new Semaphore(total, true);
    }

    /**
     * Reserves memory; if not enough is free, waits for it. Throws 503 {@code busy} after a wait of
     * {@code coppice.session.queue-wait}; immediately if the thread is interrupted.
     *
     * @param bytes size to reserve, in bytes; if it exceeds the whole budget, the whole budget is reserved
     * @return the number of reserved KiB, which must be passed to {@link #release}
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
        throw busy();
    }

    /**
     * Reserves additional memory for a request that already has a reservation, without waiting. Throws 503 {@code busy}
     * if not enough memory is free.
     *
     * @param bytes size to reserve, in bytes; if it exceeds the whole budget minus {@code held}, that difference is
     *     reserved
     * @param held number of KiB that the request has reserved
     * @return the number of KiB reserved in addition, which must be passed to {@link #release}
     */
    int reserveMore(long bytes, int held) {
        int permits = (int) Math.min(total - held, bytes / KIB + 1);
        if (!free.tryAcquire(permits)) {
            throw busy();
        }
        return permits;
    }

    private static Problem busy() {
        return new Problem(Code.OVERLOADED, "Too many large requests are in progress; retry later.");
    }

    /**
     * Returns reserved memory to the budget.
     *
     * @param permits number of KiB to return: the sum of the results of {@link #reserve} and {@link #reserveMore}
     */
    void release(int permits) {
        free.release(permits);
    }
}
