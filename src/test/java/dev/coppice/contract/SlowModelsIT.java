package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.EventStream;
import dev.coppice.support.Json;
import dev.coppice.support.TestServers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** However many models let a node wait, it waits with nothing but what they are asked for. */
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
@DatabaseNeutral
@RunsAlone("stops servers")
class SlowModelsIT extends FeedApi {
    /** Answers that are held back: one more than a server's default threads, which must not be the ones that wait. */
    private static final int HELD = TestServers.DEFAULT_THREADS + 1;

    /** So many are waited for, of those: on a large machine there are more sessions than are compacted at a time. */
    private static final int ASKED = Math.min(TestServers.DEFAULT_THREADS, 16);

    private final Gate gate = new Gate();

    @BeforeEach
    void theModelTakesItsTime() {
        TestServers.model().play(gate.answering("A summary."));
    }

    @AfterEach
    void theModelAnswers() {
        gate.open().countDown();
    }

    private static Api node() {
        return TestServers.first().api();
    }

    private static String sessionOf(String agent) {
        var id = unique("s");
        node().post("/v1/sessions")
                .json(Json.object("id", id, "agent", agent))
                .send()
                .expect(201);
        return id;
    }

    /** As many sessions as are held, of an agent with these members, for each of which the model is asked. */
    private static List<String> held(String members) {
        var agent = unique("agent");
        declare(node(), agent, members).expect(201);
        var sessions = IntStream.range(0, HELD).mapToObj(i -> sessionOf(agent)).toList();
        sessions.forEach(
                id -> node().post(MESSAGES, id).json(talk(0, 20)).send().expect(201));
        Await.until(
                "the model is asked", SOON, () -> TestServers.model().asked().size() >= ASKED);
        return sessions;
    }

    /** What happens in another session reaches who follows it, who comes back to it, and who searches. */
    private static void nobodyElseWaits(String session, EventStream open) {
        var last = open.lastEventId();
        append(node(), session, "", "meanwhile").send().expect(201);
        open.untilEvents(2);
        try (var resumed = resume(node(), session, last)) {
            var seen = resumed.untilEvents(1).all("MessageAppended", "messageId");
            assertEquals(List.of("meanwhile"), seen);
        }
        awaitIndexed(node());
    }

    /**
     * Models are held for sessions of an agent with these members, and nobody waits for them; once they answer, each
     * session shows at this place what they said.
     */
    private void heldUpIsNobody(String members, String place) {
        var session = sessionIn(node(), "");
        try (var open = watch(node(), session)) {
            append(node(), session, "", "before").send().expect(201);
            open.untilEvents(1);
            var sessions = held(members);
            nobodyElseWaits(session, open);
            gate.open().countDown();
            sessions.forEach(id -> Await.until(
                    "the answer has come",
                    SOON,
                    () -> node().get(place, id).send().text().contains("A summary.")));
        }
    }

    @Test
    void streamsAndSearchGoOnWhileSummariesAreMade() {
        heldUpIsNobody("'summary':true,", SESSION + "/summary");
    }

    @Test
    void streamsAndSearchGoOnWhileSessionsAreCompacted() {
        heldUpIsNobody("'compaction':{" + SMALL + ",'summarizer':'llm','compactAfter':200},", HISTORY);
    }
}
