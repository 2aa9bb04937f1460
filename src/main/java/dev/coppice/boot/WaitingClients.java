package dev.coppice.boot;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.xnio.XnioExecutor;

/**
 * The worker threads that wait for clients: for bytes of a body, or until the client accepts bytes of the response. At
 * most half of the worker threads may do so: if one more begins to wait, the one that has waited longest gives up its
 * client. So slow clients cannot occupy all threads, however many they are. When the server stops, all clients are
 * given up, so that none of them delays the stop. Thread-safe.
 */
final class WaitingClients {
    /**
     * Many threads wait ({@link #areMany}) if their number is at least the limit divided by this number, for example 16
     * of 128.
     */
    private static final int MANY = 8;

    /** The threads that wait, the one that has waited longest first. */
    private final Set<Waiting> waiting = new LinkedHashSet<>();

    private final int limit;

    /** Size of {@link #waiting}, to be read without a lock. */
    private volatile int size;

    /** True while no thread may wait. */
    private volatile boolean isClosed;

    /** Waits until a connection can be read or written, or until a time has passed. */
    @FunctionalInterface
    interface Wait {
        void await(long time, TimeUnit unit) throws IOException;
    }

    /** A thread that waits. */
    private static final class Waiting {
        private final Thread thread = Thread.currentThread();
        private boolean isGivenUp;
    }

    /**
     * Creates the empty set.
     *
     * @param threads number of worker threads of the server
     */
    WaitingClients(int threads) {
        limit = Math.max(1, threads / 2);
    }

    /** True if so many threads wait that a further request should not get a thread before its body has arrived. */
    boolean areMany() {
        return size >= Math.max(1, limit / MANY);
    }

    /**
     * Waits for the client of a request, at most {@code nanos}. Throws {@code SocketTimeoutException} if the allowance
     * is used up, or after {@link #giveUpAll}. If too many threads wait, the one that has waited longest loses the rest
     * of its allowance.
     *
     * @param allowance time for which the request may wait; the time of this wait is subtracted from it
     * @param nanos longest time of this wait, in nanoseconds
     * @param wait waits for the connection
     * @param timer ends the wait when the allowance is used up, for a {@code wait} that ignores its time limit; null if
     *     {@code wait} observes the limit
     */
    void await(WaitAllowance allowance, long nanos, Wait wait, XnioExecutor timer) throws IOException {
        if (allowance.left() > 0 && !isClosed) {
            var self = begin();
            var end = timer == null
                    ? null
                    : timer.executeAfter(() -> giveUp(self), allowance.left(), TimeUnit.NANOSECONDS);
            long start = System.nanoTime();
            try {
                wait.await(Math.min(nanos, allowance.left()), TimeUnit.NANOSECONDS);
            } catch (InterruptedIOException e) {
                if (!isGivenUp(self)) {
                    throw e; // the server is stopping
                }
            } finally {
                allowance.waited(System.nanoTime() - start);
                end(self);
                if (end != null) {
                    end.remove();
                }
            }
            if (self.isGivenUp) {
                allowance.waited(allowance.left());
            }
        }
        if (allowance.left() <= 0) {
            throw new SocketTimeoutException("The client is too slow");
        }
        checkOpen();
    }

    /** Gives up all clients for which threads wait now, and those of later waits until {@link #admit}. */
    void giveUpAll() {
        synchronized (waiting) {
            isClosed = true;
            Set.copyOf(waiting).forEach(this::giveUp);
        }
    }

    /** Ends the effect of {@link #giveUpAll}. */
    void admit() {
        isClosed = false;
    }

    /** Throws {@code SocketTimeoutException} after {@link #giveUpAll}. */
    void checkOpen() throws SocketTimeoutException {
        if (isClosed) {
            throw new SocketTimeoutException("The server stops");
        }
    }

    private Waiting begin() {
        var self = new Waiting();
        synchronized (waiting) {
            waiting.add(self);
            if (isClosed) {
                giveUp(self);
            } else if (waiting.size() > limit) {
                giveUp(waiting.iterator().next());
            }
            size = waiting.size();
        }
        return self;
    }

    /** Ends the wait of a thread, unless it has ended already. */
    private void giveUp(Waiting client) {
        synchronized (waiting) {
            if (waiting.remove(client)) {
                client.isGivenUp = true;
                client.thread.interrupt();
            }
        }
    }

    private boolean isGivenUp(Waiting self) {
        synchronized (waiting) {
            return self.isGivenUp;
        }
    }

    /**
     * Ends a wait. Afterwards no other thread interrupts this one because of the wait, and no such interrupt is
     * pending.
     */
    private void end(Waiting self) {
        synchronized (waiting) {
            waiting.remove(self);
            size = waiting.size();
            if (self.isGivenUp) {
                Thread.interrupted();
            }
        }
    }
}
