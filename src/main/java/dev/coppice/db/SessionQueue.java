package dev.coppice.db;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Writers of one session wait for each other here, in order and in memory, before they take a database connection: a
 * hot session then holds one connection, not all of them. The database's row lock stays the real guard, also across
 * nodes. A place is kept until the transaction has ended. Thread-safe.
 */
@ApplicationScoped
public class SessionQueue {
    /** One writer passes; {@code users} counts it and those who wait, and is guarded by the map. */
    private static final class Gate {
        final Semaphore pass = new Semaphore(1, true);
        int users;
    }

    private final ConcurrentHashMap<String, Gate> gates = new ConcurrentHashMap<>();

    @Inject
    private Settings settings;

    @Resource
    private TransactionSynchronizationRegistry transaction;

    /**
     * Waits until no other transaction of this node writes the session; passes at once when the current one does.
     * 503 {@code busy} when too many wait or the wait is too long.
     */
    public void enter(String key) {
        var mark = "coppice.turnstile:" + key;
        if (transaction.getResource(mark) != null) {
            return;
        }
        var gate = gates.compute(key, (k, old) -> {
            var g = old == null ? new Gate() : old;
            if (g.users > settings.queueLength()) {
                throw new Problem(Code.OVERLOADED, "Too many writers wait for this session; try again.");
            }
            g.users++;
            return g;
        });
        boolean passed = false;
        try {
            passed = gate.pass.tryAcquire(settings.queueWait().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!passed) {
            leave(key);
            throw new Problem(Code.OVERLOADED, "The session is being written to; try again.");
        }
        Runnable leaving = () -> {
            gate.pass.release();
            leave(key);
        };
        try {
            transaction.registerInterposedSynchronization(new Leaving(leaving));
            transaction.putResource(mark, gate);
        } catch (RuntimeException e) {
            leaving.run();
            throw e;
        }
    }

    private void leave(String key) {
        gates.computeIfPresent(key, (k, gate) -> --gate.users == 0 ? null : gate);
    }

    private record Leaving(Runnable action) implements Synchronization {
        @Override
        public void beforeCompletion() {
            // the place is kept through the commit
        }

        @Override
        public void afterCompletion(int status) {
            action.run();
        }
    }
}
