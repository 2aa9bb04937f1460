package dev.coppice.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs operations and collects their latencies. Operations that are compared alternate. */
final class Rounds {

    private Rounds() {}

    /** An operation that is timed. */
    @FunctionalInterface
    interface Operation {
        /** @return false if the server refused it, so that it must not be counted */
        boolean once() throws Exception;
    }

    /** Latencies of the server and of the JDBC baseline, measured in one run. */
    record Pair(Sample server, Sample baseline) {
        double ratio() {
            return server.p50() / baseline.p50();
        }
    }

    /** Alternates rounds of two groups of concurrent writers. */
    static Pair alternate(int rounds, Duration round, List<Operation> server, List<Operation> baseline)
            throws Exception {
        var pair = new Pair(new Sample(), new Sample());
        for (int i = 0; i < rounds; i++) {
            together(pair.server(), round, server);
            together(pair.baseline(), round, baseline);
        }
        return pair;
    }

    /** Repeats each operation on a thread of its own for the duration of a round. */
    static void together(Sample into, Duration round, List<Operation> writers) throws Exception {
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
            into.addRound(System.nanoTime() - began);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Sample> repeat(CyclicBarrier start, Duration round, Operation operation) {
        return () -> {
            var sample = new Sample();
            start.await();
            long end = System.nanoTime() + round.toNanos();
            for (long began = System.nanoTime(); began < end; ) {
                boolean done = operation.once();
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
     * Repeats the operations in turn on this thread, after one uncounted execution of each. Ends after the given number of
     * repetitions or when the time is up; each operation is counted at least once.
     */
    static List<Sample> inTurn(int times, Duration limit, Operation... operations) throws Exception {
        var samples = new ArrayList<Sample>();
        for (var operation : operations) {
            samples.add(new Sample());
            operation.once();
        }
        long end = System.nanoTime() + limit.toNanos();
        for (int i = 0; i < times && (i < 1 || System.nanoTime() < end); i++) {
            for (int k = 0; k < operations.length; k++) {
                long began = System.nanoTime();
                operations[k].once();
                samples.get(k).add(System.nanoTime() - began);
            }
        }
        return samples;
    }

    static Pair pair(List<Sample> samples) {
        return new Pair(samples.get(0), samples.get(1));
    }
}
