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
 * The part of the heap that all large bodies share while they are worked on, and large answers that are made in memory:
 * others wait, so that no number of clients can use up the memory. Thread-safe.
 */
@ApplicationScoped
public class MemoryBudget {
    private static final int KIB = 1024;

    @Inject
    private Settings settings;

    private int total;
    private Semaphore room;

    @PostConstruct
    void start() {
        long share = Runtime.getRuntime().maxMemory() / settings.bodyHeapShare();
        total = (int) Math.min(Math.max(share, settings.bodyMaxBytes()) / KIB, Integer.MAX_VALUE);
        room = new Semaphore(total, true);
    }

    /** Waits for room; 503 {@code busy} after as long as writers wait. Answers what {@link #leave} is to be given. */
    int enter(long bytes) {
        int places = (int) Math.min(total, bytes / KIB + 1);
        try {
            if (room.tryAcquire(places, settings.queueWait().toMillis(), TimeUnit.MILLISECONDS)) {
                return places;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Problem(Code.OVERLOADED, "Too many large requests are being worked on; try again.");
    }

    void leave(int places) {
        room.release(places);
    }
}
