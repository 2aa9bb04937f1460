package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Everything that a group of measurements needs: the running server, the database beside it, and the report. */
record BenchContext(
        CoppiceServer server, Client client, RawDatabase database, BaselineReport report, AtomicLong counter) {

    BenchContext(CoppiceServer server, RawDatabase database, BaselineReport report) {
        this(server, new Client(server), database, report, new AtomicLong(1));
    }

    /** Inserts a session by JDBC. Its number leaves room for branches with the numbers that follow. */
    long newRawSession(RawWriter writer) throws Exception {
        long id = counter.getAndIncrement() * 1_000_000;
        writer.session(id, 1, "s" + id);
        return id;
    }

    /**
     * Stores the same messages, {@code m0} to {@code m<size-1>}, in a session of the server and by JDBC.
     *
     * @return the number of the session that was written by JDBC
     */
    long load(String session, String query, int size) throws Exception {
        client.session(session, query);
        try (var writer = new RawWriter(database)) {
            long id = newRawSession(writer);
            for (int from = 0; from < size; from += 1000) {
                var ids = ids(from, Math.min(size, from + 1000));
                client.send("POST", "/v1/sessions/" + session + "/messages" + query, BenchMessages.append(ids));
                writer.append(id, ids);
            }
            return id;
        }
    }

    static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "m" + i).toList();
    }
}
