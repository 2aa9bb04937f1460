package dev.coppice.http;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Limits the memory of large request bodies, and of large responses that are built in memory, to a part of the heap. So
 * many simultaneous clients cannot exhaust the heap. A tenant may reserve only a share of this part, so that its slow
 * clients do not keep other tenants from sending large bodies. If not enough memory is free, a request waits. Waiting
 * requests are served in the order of their arrival. Thread-safe.
 */
@ApplicationScoped
public class MemoryBudget {
    private static final int KIB = 1024;

    @Inject
    private Settings settings;

    /** Memory that the requests of one tenant may reserve together, in KiB: at least the largest body. */
    private int share;
    /** Semaphore with one permit per KiB of memory that requests may still reserve. */
    private Semaphore free;
    /** The same within the share of each tenant, by the name of the tenant. */
    private final Map<String, Semaphore> freeOfTenants = new ConcurrentHashMap<>();

    @PostConstruct
    void start() {
        long largest = settings.bodyMaxBytes() / KIB;
        long part = Runtime.getRuntime().maxMemory() / settings.bodyHeapShare() / KIB;
        share = (int) Math.min(Math.max(part / 2, largest), Integer.MAX_VALUE / 2);
        free = new Semaphore((int) Math.min(Math.max(part, share + largest / 2), Integer.MAX_VALUE), true);
    }

    /**
     * Reserves memory; if not enough is free, waits for it. Throws 503 {@code busy} after a wait of
     * {@code coppice.session.queue-wait}; immediately if the thread is interrupted.
     *
     * @param tenant name of the tenant whose share is used
     * @param bytes size to reserve, in bytes; if it exceeds the tenant's share, the whole share is reserved
     * @return the number of reserved KiB, which must be passed to {@link #release}
     */
    int reserve(String tenant, long bytes) {
        int permits = (int) Math.min(share, bytes / KIB + 1);
        long end = System.nanoTime() + settings.queueWait().toNanos();
        return reserve(tenant, permits, semaphore -> acquireBefore(end, semaphore, permits));
    }

    private static boolean acquireBefore(long end, Semaphore semaphore, int permits) {
        try {
            return semaphore.tryAcquire(permits, end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Reserves additional memory for a request that already has a reservation, without waiting. Throws 503 {@code busy}
     * if not enough memory is free.
     *
     * @param tenant name of the tenant whose share is used
     * @param bytes size to reserve, in bytes; if it exceeds the tenant's share minus {@code held}, that difference is
     *     reserved
     * @param held number of KiB that the request has reserved
     * @return the number of KiB reserved in addition, which must be passed to {@link #release}
     */
    int reserveMore(String tenant, long bytes, int held) {
        int permits = (int) Math.min(share - held, bytes / KIB + 1);
        return reserve(tenant, permits, semaphore -> semaphore.tryAcquire(permits));
    }

    private int reserve(String tenant, int permits, Predicate<Semaphore> acquire) {
        var own = freeOf(tenant);
        if (!acquire.test(own)) {
            throw busy();
        }
        if (!acquire.test(free)) {
            own.release(permits);
            throw busy();
        }
        return permits;
    }

    private Semaphore freeOf(String tenant) {
        return freeOfTenants.computeIfAbsent(tenant, name -> new Semaphore(share, true));
    }

    private static Problem busy() {
        return new Problem(Code.OVERLOADED, "Too many large requests are in progress; retry later.");
    }

    /**
     * Returns reserved memory to the budget.
     *
     * @param tenant name of the tenant that reserved it
     * @param permits number of KiB to return: the sum of the results of {@link #reserve} and {@link #reserveMore}
     */
    void release(String tenant, int permits) {
        free.release(permits);
        freeOf(tenant).release(permits);
    }
}
