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
 * Queues the transactions of this node that write to the same session, in the order of their arrival. When a
 * transaction has completed, the next one continues. A transaction waits here before it takes a database connection. So
 * a session with many writers occupies one connection, and not the whole pool. The queue only saves connections: the
 * lock of the session's row keeps writers apart, also on different nodes. If writers of other nodes hold that lock for
 * too long, {@link DatabaseErrors#problem} gives the same 503 {@code busy} as this queue. Thread-safe.
 */
@ApplicationScoped
public class SessionQueue {
    /**
     * The queue of one session. The semaphore {@code pass} has one permit, which the writing transaction holds.
     * {@code users} is the number of transactions that hold the permit or wait for it. Code changes {@code users} only
     * inside {@code compute} of the map that contains this queue.
     */
    private static final class Gate {
        final Semaphore pass = new Semaphore(1, true);
        int users;
    }

    /**
     * Numbers of transactions on this node that wait for a session.
     *
     * @param waiting number of all these transactions
     * @param longest number of those that wait for the session with the longest queue
     */
    record Lengths(int waiting, int longest) {}

    private final ConcurrentHashMap<String, Gate> gates = new ConcurrentHashMap<>();

    @Inject
    private Settings settings;

    @Resource
    private TransactionSynchronizationRegistry transaction;

    /**
     * Waits until no other transaction on this node writes to the session. Then the current transaction may write until
     * it completes. Returns immediately if the current transaction has already called this method for the session.
     * Throws 503 {@code busy} immediately if {@code coppice.session.queue} transactions already wait for the session.
     * Throws 503 {@code busy} after a wait of {@code coppice.session.queue-wait}.
     *
     * @param key key of the session ({@link dev.coppice.session.SessionName#key}), or of another row that has a queue
     *     of writers
     */
    public void enter(String key) {
        var mark = "coppice.session-queue:" + key;
        if (transaction.getResource(mark) != null) {
            return;
        }
        var gate = join(key);
        await(key, gate);
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

    /** Returns how many transactions wait now. The numbers are approximate while transactions begin and end. */
    Lengths lengths() {
        int waiting = 0;
        int longest = 0;
        for (var gate : gates.values()) {
            int length = gate.pass.getQueueLength();
            waiting += length;
            longest = Math.max(longest, length);
        }
        return new Lengths(waiting, longest);
    }

    private Gate join(String key) {
        return gates.compute(key, (k, old) -> {
            var gate = old == null ? new Gate() : old;
            if (gate.users > settings.queueLength()) {
                throw new Problem(Code.OVERLOADED, "Too many writers wait for this session; retry later.");
            }
            gate.users++;
            return gate;
        });
    }

    private void await(String key, Gate gate) {
        boolean passed = false;
        try {
            passed = gate.pass.tryAcquire(settings.queueWait().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!passed) {
            leave(key);
            throw new Problem(Code.OVERLOADED, "Too many concurrent writes to this session; retry later.");
        }
    }

    private void leave(String key) {
        gates.computeIfPresent(key, (k, gate) -> --gate.users == 0 ? null : gate);
    }

    private record Leaving(Runnable action) implements Synchronization {
        @Override
        public void beforeCompletion() {
            // Nothing yet: the next writer continues after the commit.
        }

        @Override
        public void afterCompletion(int status) {
            action.run();
        }
    }
}
