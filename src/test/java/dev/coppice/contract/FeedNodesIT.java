package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.EventStream;
import dev.coppice.support.TestServers;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** Events that one node writes are read at the other, with the same ids. */
@EnabledIf(value = "dev.coppice.support.TestServers#areTwo", disabledReason = "two nodes need a shared database")
@DatabaseNeutral
@RunsAlone("uses the servers that others stop")
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
class FeedNodesIT extends FeedApi {
    @Test
    void whatIsWrittenAtOneNodeIsReadAtTheOther() {
        var one = TestServers.first().api();
        var two = TestServers.second();
        var session = sessionIn(one, "");
        try (var there = watch(two, session);
                var here = watch(one, session)) {
            append(one, session, "", "a").send().expect(201);
            append(two, session, "", "b").send().expect(201);
            assertEquals(List.of("a", "b"), there.untilEvents(2).all("MessageAppended", "messageId"));
            assertEquals(List.of("a", "b"), here.untilEvents(2).all("MessageAppended", "messageId"));
            assertEquals(
                    here.events().stream().map(EventStream.Event::id).toList(),
                    there.events().stream().map(EventStream.Event::id).toList(),
                    "ids are the same on every node");
            try (var resumed = resume(two, session, here.events().get(0).id())) {
                assertEquals(List.of("b"), resumed.untilEvents(1).all("MessageAppended", "messageId"));
            }
            one.patch(SESSION, session).json("{\"compactAfter\":777}").send().expect(200);
            there.until("its status", s -> s.statuses().stream()
                    .anyMatch(status -> status.json().path("threshold").asInt() == 777));
        }
    }
}
