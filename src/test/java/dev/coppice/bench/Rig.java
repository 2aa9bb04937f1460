package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** What a group of measurements works with: the running server, the raw database beside it, and where figures go. */
record Rig(CoppiceServer server, Client client, Raw raw, Report report, AtomicLong counter) {

    Rig(CoppiceServer server, Raw raw, Report report) {
        this(server, new Client(server), raw, report, new AtomicLong(1));
    }

    /** A number for a raw session, far enough from the others that it may have branches of its own. */
    long rawSession(RawWriter writer) throws Exception {
        long id = counter.getAndIncrement() * 1_000_000;
        writer.session(id, 1, "s" + id);
        return id;
    }

    /** The same messages, {@code m0} to {@code m<size-1>}, in a session of the server and in a raw one. */
    long load(String session, String query, int size) throws Exception {
        client.session(session, query);
        try (var writer = new RawWriter(raw)) {
            long id = rawSession(writer);
            for (int from = 0; from < size; from += 1000) {
                var ids = ids(from, Math.min(size, from + 1000));
                client.send("POST", "/v1/sessions/" + session + "/messages" + query, Bodies.append(ids));
                writer.append(id, ids);
            }
            return id;
        }
    }

    static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "m" + i).toList();
    }
}
