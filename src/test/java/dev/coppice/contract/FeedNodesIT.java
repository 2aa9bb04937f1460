package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.EventStream;
import dev.coppice.support.TestServers;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** Events of one node are sent by the other node too, with the same ids. */
@EnabledIf(value = "dev.coppice.support.TestServers#areTwo", disabledReason = "two nodes need a shared database")
@DatabaseNeutral
@RunsAlone("uses the servers that others stop")
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
class FeedNodesIT extends FeedApi {
    @Test
    void eventsOfOneNodeAreSentByTheOther() {
        var first = TestServers.first().api();
        var second = TestServers.second();
        var session = sessionIn(first, "");
        try (var secondStream = watch(second, session);
                var firstStream = watch(first, session)) {
            append(first, session, "", "a").send().expect(201);
            append(second, session, "", "b").send().expect(201);
            assertEquals(List.of("a", "b"), secondStream.untilEvents(2).all("MessageAppended", "messageId"));
            assertEquals(List.of("a", "b"), firstStream.untilEvents(2).all("MessageAppended", "messageId"));
            assertEquals(
                    firstStream.events().stream().map(EventStream.Event::id).toList(),
                    secondStream.events().stream().map(EventStream.Event::id).toList(),
                    "ids are the same on every node");
            try (var resumed =
                    resume(second, session, firstStream.events().get(0).id())) {
                assertEquals(List.of("b"), resumed.untilEvents(1).all("MessageAppended", "messageId"));
            }
            first.patch(SESSION, session).json("{\"compactAfter\":777}").send().expect(200);
            secondStream.until("the status with the new threshold", s -> s.statuses().stream()
                    .anyMatch(status -> status.json().path("threshold").asInt() == 777));
        }
    }
}
