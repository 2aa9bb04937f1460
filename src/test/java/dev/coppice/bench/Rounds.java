package dev.coppice.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The ways to measure. In each of them the candidates take turns. */
final class Rounds {

    private Rounds() {}

    /** A piece of work that is timed. */
    @FunctionalInterface
    interface Work {
        /** @return false when it wasn't done and must not count */
        boolean once() throws Exception;
    }

    /** Ours and raw, measured in one run. */
    record Pair(Sample ours, Sample raw) {
        double ratio() {
            return ours.p50() / raw.p50();
        }
    }

    /** Each list has a piece of work per writer; writers repeat theirs until the round ends. */
    static Pair alternate(int rounds, Duration round, List<Work> ours, List<Work> raw) throws Exception {
        var pair = new Pair(new Sample(), new Sample());
        for (int i = 0; i < rounds; i++) {
            together(pair.ours(), round, ours);
            together(pair.raw(), round, raw);
        }
        return pair;
    }

    /** All writers at once, for the time of a round. */
    static void together(Sample into, Duration round, List<Work> writers) throws Exception {
        var threads = Executors.newFixedThreadPool(writers.size());
        try {
            var start = new CyclicBarrier(writers.size() + 1);
            var running = new ArrayList<Future<Sample>>();
            for (var writer : writers) {
                running.add(threads.submit(repeat(start, round, writer)));
            }
            start.await();
            long began = System.nanoTime();
            for (var one : running) {
                into.addAll(one.get());
            }
            into.lasted(System.nanoTime() - began);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Sample> repeat(CyclicBarrier start, Duration round, Work work) {
        return () -> {
            var sample = new Sample();
            start.await();
            long end = System.nanoTime() + round.toNanos();
            for (long began = System.nanoTime(); began < end; ) {
                boolean done = work.once();
                long now = System.nanoTime();
                if (done) {
                    sample.add(now - began);
                }
                began = now;
            }
            return sample;
        };
    }

    /**
     * Each once in turn, on this thread, until all had their number of turns or the time is up; each at least once, and
     * once before that is not counted.
     */
    static List<Sample> inTurn(int times, Duration atMost, Work... works) throws Exception {
        var samples = new ArrayList<Sample>();
        for (var work : works) {
            samples.add(new Sample());
            work.once();
        }
        long end = System.nanoTime() + atMost.toNanos();
        for (int i = 0; i < times && (i < 1 || System.nanoTime() < end); i++) {
            for (int k = 0; k < works.length; k++) {
                long began = System.nanoTime();
                works[k].once();
                samples.get(k).add(System.nanoTime() - began);
            }
        }
        return samples;
    }

    static Pair pair(List<Sample> samples) {
        return new Pair(samples.get(0), samples.get(1));
    }
}
