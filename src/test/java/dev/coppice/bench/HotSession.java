package dev.coppice.bench;

import dev.coppice.bench.Rounds.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures eight sessions with a writer each, alternating with and without 64 writers on a ninth session. A refused writer
 * of that session waits before it retries.
 */
final class HotSession {

    private static final int OTHERS = 8;
    private static final int HOT = 64;
    private static final int ROUNDS = 5;
    private static final long RETRY_NANOS = 200_000_000;

    private final BenchContext context;
    private final AtomicLong ids = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();

    private HotSession(BenchContext context) {
        this.context = context;
    }

    static void measure(BenchContext context) throws Exception {
        new HotSession(context).measure();
    }

    private void measure() throws Exception {
        context.client().session("hot", "");
        var others = new ArrayList<Operation>();
        for (int i = 0; i < OTHERS; i++) {
            var session = "beside-" + i;
            context.client().session(session, "");
            others.add(() -> context.client().append(session, BenchMessages.append("m" + ids.incrementAndGet())));
        }
        var alone = new Sample();
        var withHotSession = new Sample();
        var round = Scale.round(2500);
        for (int i = 0; i < ROUNDS; i++) {
            Rounds.together(alone, round, others);
            var stop = new AtomicBoolean();
            var threads = Executors.newFixedThreadPool(HOT);
            var hot = Collections.nCopies(HOT, (Runnable) () -> write(stop));
            var running = hot.stream().map(threads::submit).toList();
            try {
                Rounds.together(withHotSession, round, others);
            } finally {
                stop.set(true);
                threads.shutdown();
            }
            for (var one : running) {
                one.get();
            }
        }
        context.report().row("8 writers, 8 sessions, alone", alone, Sample.NONE);
        context.report().row("8 writers, 8 sessions, beside 64 writers of another", withHotSession, Sample.NONE);
        context.report()
                .target(
                        "p99 of appends beside a session with 64 writers: as alone",
                        withHotSession.p99() / alone.p99(),
                        2,
                        " ×");
        context.report()
                .note("The hot session accepted " + accepted + " messages and refused " + refused
                        + " with 503 (a refused writer retries after 200 ms).");
    }

    private void write(AtomicBoolean stop) {
        try {
            while (!stop.get()) {
                if (context.client().append("hot", BenchMessages.append("h" + ids.incrementAndGet()))) {
                    accepted.incrementAndGet();
                } else {
                    refused.incrementAndGet();
                    LockSupport.parkNanos(RETRY_NANOS);
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
