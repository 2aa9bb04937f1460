package dev.coppice.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** CPU time of a server process per request, of several rounds. Not thread-safe. */
final class CpuSample {
    private final List<Double> micros = new ArrayList<>();

    /** Work that is measured. */
    @FunctionalInterface
    interface Round {
        /** @return the number of requests */
        long run() throws Exception;
    }

    /** Runs a round and adds the process's CPU time during it, divided by its requests. */
    void measure(long pid, Round round) throws Exception {
        var before = ServerProcess.cpu(pid);
        long requests = round.run();
        micros.add(ServerProcess.cpu(pid).minus(before).toNanos() / 1000.0 / requests);
    }

    /** Runs a round in which some connections repeat an operation, and measures it. */
    void measure(long pid, int connections, Rounds.Operation operation) throws Exception {
        measure(pid, () -> {
            var sample = new Sample();
            Rounds.together(sample, Scale.round(4000), Collections.nCopies(connections, operation));
            return sample.count();
        });
    }

    /** @return the median of the rounds, in microseconds */
    double medianMicros() {
        return micros.stream().sorted().skip(micros.size() / 2).findFirst().orElseThrow();
    }
}
