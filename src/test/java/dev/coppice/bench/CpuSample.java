package dev.coppice.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** CPU time of a server process per request, of several rounds. Not thread-safe. */
final class CpuSample {
    private final List<Double> micros = new ArrayList<>();
    private Duration total = Duration.ZERO;
    private Duration compiler = Duration.ZERO;

    /** Work that is measured. */
    @FunctionalInterface
    interface Round {
        /** @return the number of requests */
        long run() throws Exception;
    }

    /** Runs a round and adds the process's CPU time during it, divided by its requests. */
    void measure(long pid, Round round) throws Exception {
        var compilerBefore = ServerProcess.compiler(pid);
        var before = ServerProcess.cpu(pid);
        long requests = round.run();
        var used = ServerProcess.cpu(pid).minus(before);
        micros.add(used.toNanos() / 1000.0 / requests);
        total = total.plus(used);
        compiler = compiler.plus(ServerProcess.compiler(pid).minus(compilerBefore));
    }

    /** Runs a round in which some connections repeat an operation, and measures it. */
    void measure(long pid, int connections, Rounds.Operation operation) throws Exception {
        measure(pid, () -> {
            var sample = new Sample();
            Rounds.together(sample, Scale.round(4000), Collections.nCopies(connections, operation));
            return sample.count();
        });
    }

    /** @return the share of the JIT compiler in the CPU time of all rounds, from 0 to 1 */
    double compilerShare() {
        return total.isZero() ? 0 : (double) compiler.toNanos() / total.toNanos();
    }

    /** @return the median of the rounds, in microseconds */
    double medianMicros() {
        return micros.stream().sorted().skip(micros.size() / 2).findFirst().orElseThrow();
    }
}
