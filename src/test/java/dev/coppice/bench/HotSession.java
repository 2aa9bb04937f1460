package dev.coppice.bench;

import dev.coppice.bench.Rounds.Work;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Eight sessions with a writer each, with and without 64 writers on a ninth, in turn. A hot writer that is told to come
 * back later does so.
 */
final class HotSession {

    private static final int OTHERS = 8;
    private static final int HOT = 64;
    private static final int ROUNDS = 5;
    private static final long LATER = 200_000_000;

    private final Rig rig;
    private final AtomicLong ids = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();

    private HotSession(Rig rig) {
        this.rig = rig;
    }

    static void measure(Rig rig) throws Exception {
        new HotSession(rig).measure();
    }

    private void measure() throws Exception {
        rig.client().session("hot", "");
        var others = new ArrayList<Work>();
        for (int i = 0; i < OTHERS; i++) {
            var session = "beside-" + i;
            rig.client().session(session, "");
            others.add(() -> rig.client().append(session, Bodies.append("m" + ids.incrementAndGet())));
        }
        var usual = new Sample();
        var beside = new Sample();
        var round = Scale.round(2500);
        for (int i = 0; i < ROUNDS; i++) {
            Rounds.together(usual, round, others);
            var stop = new AtomicBoolean();
            var threads = Executors.newFixedThreadPool(HOT);
            var hot = Collections.nCopies(HOT, (Runnable) () -> write(stop));
            var running = hot.stream().map(threads::submit).toList();
            try {
                Rounds.together(beside, round, others);
            } finally {
                stop.set(true);
                threads.shutdown();
            }
            for (var one : running) {
                one.get();
            }
        }
        rig.report().row("8 writers, 8 sessions, alone", usual, Sample.NONE);
        rig.report().row("8 writers, 8 sessions, beside 64 writers on another", beside, Sample.NONE);
        rig.report()
                .goal("p99 of appends beside a session with 64 writers: as alone", beside.p99() / usual.p99(), 2, " ×");
        rig.report()
                .note("Meanwhile the hot session took " + taken + " messages and refused " + refused
                        + " with 503 (the writer came back after 200 ms).");
    }

    private void write(AtomicBoolean stop) {
        try {
            while (!stop.get()) {
                if (rig.client().append("hot", Bodies.append("h" + ids.incrementAndGet()))) {
                    taken.incrementAndGet();
                } else {
                    refused.incrementAndGet();
                    LockSupport.parkNanos(LATER);
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
