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

/** Many subscribers and writers: each subscriber receives every event of its session once and in order. */
@RunsAlone("a race of its own")
class FeedManySubscribersIT extends FeedApi {
    private static final int SUBSCRIBERS = 50;
    private static final int WRITERS = 8;
    private static final int SESSIONS = 4;
    private static final int EVENTS_PER_WRITER = 20;

    @Test
    void everySubscriberReceivesAllEventsOfItsSessionInOrder() {
        var namespace = unique("ns");
        var sessions = IntStream.range(0, SESSIONS)
                .mapToObj(i -> sessionIn(api(), namespace))
                .toList();
        var streams = new ArrayList<EventStream>();
        try (var all = watchNamespace(api(), namespace)) {
            for (int subscriber = 0; subscriber < SUBSCRIBERS; subscriber++) {
                streams.add(EventStream.open(
                        api().get(EVENTS, sessions.get(subscriber % SESSIONS)).query("namespace", namespace)));
            }
            ParallelClients.of(WRITERS, writer -> {
                for (int n = 0; n < EVENTS_PER_WRITER; n++) {
                    var call = append(api(), sessions.get(writer % SESSIONS), namespace, "w" + writer + "-" + n);
                    retryWhileBusy(201, call::send);
                }
                return null;
            });
            for (int subscriber = 0; subscriber < SUBSCRIBERS; subscriber++) {
                var received = streams.get(subscriber)
                        .untilEvents(EVENTS_PER_WRITER * WRITERS / SESSIONS)
                        .all("MessageAppended", "messageId");
                assertEquals(appendOrder(sessions.get(subscriber % SESSIONS), namespace), received);
            }
            var received = all.untilEvents(EVENTS_PER_WRITER * WRITERS).events();
            assertEquals(EVENTS_PER_WRITER * WRITERS, received.size());
            assertEquals(
                    EVENTS_PER_WRITER * WRITERS,
                    new HashSet<>(received.stream().map(EventStream.Event::id).toList()).size());
        } finally {
            streams.forEach(EventStream::close);
        }
    }

    /** Ids of a session's messages in the order in which they were appended. */
    private static List<String> appendOrder(String session, String namespace) {
        return allItems("items", cursor -> {
                    var call = api().get(MESSAGES, session).query("namespace", namespace);
                    return (cursor == null ? call : call.query("cursor", cursor)).send();
                })
                .stream()
                .map(entry -> Json.text(entry.at("/message/id")))
                .toList();
    }
}
