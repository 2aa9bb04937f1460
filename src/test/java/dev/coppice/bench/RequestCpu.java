package dev.coppice.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * CPU time that a server and its database spend on requests. In contrast to the time of an answer, it hardly depends on
 * other load on the machine. Without the time of the JIT compiler, which an operation soon needs no more.
 */
final class RequestCpu {
    private final long server;
    private final long database;
    private Duration before;

    /**
     * @param server pid of the server
     * @param database pid of the database server, whose child processes count, too: PostgreSQL has one per connection
     */
    RequestCpu(long server, long database) {
        this.server = server;
        this.database = database;
    }

    /** Begins a measurement. */
    void begin() throws IOException {
        before = used();
    }

    /** Returns the CPU time since {@link #begin}, divided by the number of requests, in milliseconds. */
    double millis(int requests) throws IOException {
        return used().minus(before).toNanos() / 1e6 / requests;
    }

    private Duration used() throws IOException {
        var total = ServerProcess.cpu(server).minus(ServerProcess.compiler(server));
        var processes = Stream.concat(
                Stream.of(database),
                ProcessHandle.of(database).orElseThrow().descendants().map(ProcessHandle::pid));
        for (long pid : processes.toList()) {
            total = total.plus(ProcessHandle.of(pid)
                    .flatMap(process -> process.info().totalCpuDuration())
                    .orElse(Duration.ZERO));
        }
        return total;
    }
}
