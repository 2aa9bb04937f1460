package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.EventStream;
import dev.coppice.support.Galera;
import dev.coppice.support.ParallelClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two nodes on a MariaDB Galera cluster of three, which write to one member. This member is killed and joins again. Runs
 * in the profile {@code galera}.
 */
@Tag("galera")
class GaleraIT {
    private static final int WRITERS = 6;
    private static final int MESSAGES_PER_PHASE = 150;
    private static final Duration LONG = Duration.ofMinutes(3);

    @Test
    void nothingIsLostWhenTheMemberWrittenToIsKilled() {
        try (var galera = new Galera()) {
            var database = galera.create("coppice_galera");
            try (var first = CoppiceServer.named("galera-1")
                            .database(database)
                            .environment("COPPICE_NODE", "galera-1")
                            .start();
                    var second = CoppiceServer.named("galera-2")
                            .database(database)
                            .environment("COPPICE_NODE", "galera-2")
                            .start()) {
                var nodes = List.of(first.api(), new Api(second.uri(), first.token()));
                var session = FeedApi.sessionIn(first.api(), "");
                var writers = new NodeWriters(session, nodes);
                var events =
                        nodes.stream().map(node -> FeedApi.watch(node, session)).toList();
                writeThroughFailure(galera, writers);
                var path = nodes.get(1)
                        .get(Contract.HISTORY, session)
                        .send()
                        .expect(200)
                        .all("/messages", "id");
                NodeWriters.awaitSearchable(nodes, session, path);
                for (int node = 0; node < nodes.size(); node++) {
                    assertReceivedOnce(nodes.get(node), session, events.get(node), path);
                }
                nodes.forEach(node -> DurabilityIT.assertStoredOnce(node, session, writers.acknowledged()));
                var rows = galera.numbers(database, "select count(*) from message");
                assertEquals(1, new HashSet<>(rows).size(), "all members have the same rows: " + rows);
                System.out.printf("%d appends acknowledged, %d attempts repeated%n", rows.get(0), writers.repeated());
            }
        }
    }

    /** A stream that was opened before the failure, and resumed after it, has the events in the order of the path. */
    private static void assertReceivedOnce(Api node, String session, EventStream before, List<String> path) {
        before.close();
        var received = new ArrayList<>(before.all("MessageAppended", "messageId"));
        try (var after = FeedApi.resume(node, session, before.lastEventId())) {
            Await.until(
                    "the feed has all events",
                    LONG,
                    () -> received.size()
                                    + after.all("MessageAppended", "messageId").size()
                            >= path.size());
            received.addAll(after.all("MessageAppended", "messageId"));
        }
        assertEquals(path, received, "each event once, in the order of the path");
    }

    private static void writeThroughFailure(Galera galera, NodeWriters writers) {
        ParallelClients.of(WRITERS + 1, member -> {
            if (member < WRITERS) {
                writers.write(member);
                return null;
            }
            try {
                writers.awaitMore(MESSAGES_PER_PHASE);
                galera.killFirst();
                long killed = System.nanoTime();
                writers.awaitMore(1);
                System.out.printf("acknowledged again %.1f s after the kill%n", (System.nanoTime() - killed) / 1e9);
                writers.awaitMore(MESSAGES_PER_PHASE);
                galera.restartFirst();
                writers.awaitMore(MESSAGES_PER_PHASE);
            } finally {
                writers.stop();
            }
            return null;
        });
    }
}
