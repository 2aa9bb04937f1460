package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.EventStream;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many readers beside many writers: each sees every event of its session, once and in order. */
@RunsAlone("a race of its own")
class FeedCrowdIT extends FeedApi {
    private static final int READERS = 50;
    private static final int WRITERS = 8;
    private static final int SESSIONS = 4;
    private static final int EACH = 20;

    @Test
    void everyReaderSeesEveryEventOfItsSessionInOrder() {
        var namespace = unique("ns");
        var sessions = IntStream.range(0, SESSIONS)
                .mapToObj(i -> sessionIn(api(), namespace))
                .toList();
        var streams = new ArrayList<EventStream>();
        try (var all = watchNamespace(api(), namespace)) {
            for (int reader = 0; reader < READERS; reader++) {
                streams.add(EventStream.open(
                        api().get(EVENTS, sessions.get(reader % SESSIONS)).query("namespace", namespace)));
            }
            ParallelClients.of(WRITERS, writer -> {
                for (int n = 0; n < EACH; n++) {
                    var call = append(api(), sessions.get(writer % SESSIONS), namespace, "w" + writer + "-" + n);
                    retryWhileBusy(201, call::send);
                }
                return null;
            });
            for (int reader = 0; reader < READERS; reader++) {
                var seen = streams.get(reader)
                        .untilEvents(EACH * WRITERS / SESSIONS)
                        .all("MessageAppended", "messageId");
                assertEquals(order(sessions.get(reader % SESSIONS), namespace), seen);
            }
            var seen = all.untilEvents(EACH * WRITERS).events();
            assertEquals(EACH * WRITERS, seen.size());
            assertEquals(
                    EACH * WRITERS,
                    new HashSet<>(seen.stream().map(EventStream.Event::id).toList()).size());
        } finally {
            streams.forEach(EventStream::close);
        }
    }

    /** Ids of a session's messages in the order in which they were appended. */
    private static List<String> order(String session, String namespace) {
        return allItems("items", cursor -> {
                    var call = api().get(MESSAGES, session).query("namespace", namespace);
                    return (cursor == null ? call : call.query("cursor", cursor)).send();
                })
                .stream()
                .map(entry -> Json.text(entry.at("/message/id")))
                .toList();
    }
}
