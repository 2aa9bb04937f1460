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

/** Slow model calls, however many, delay nothing else on the node. */
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
@DatabaseNeutral
@RunsAlone("stops servers")
class SlowModelsIT extends FeedApi {
    /** Blocked model calls: one more than a server's default threads, none of which may wait for a model. */
    private static final int BLOCKED_CALLS = TestServers.DEFAULT_THREADS + 1;

    /** Model calls that a test waits for; fewer, as a node compacts a limited number of sessions at a time. */
    private static final int AWAITED_CALLS = Math.min(TestServers.DEFAULT_THREADS, 16);

    private final Gate gate = new Gate();

    @BeforeEach
    void blockModel() {
        TestServers.model().play(gate.answering("A summary."));
    }

    @AfterEach
    void releaseModel() {
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

    /** Creates sessions of an agent with these members, and waits until the model is called for them. */
    private static List<String> sessionsAwaitingModel(String members) {
        var agent = unique("agent");
        declare(node(), agent, members).expect(201);
        var sessions = IntStream.range(0, BLOCKED_CALLS)
                .mapToObj(i -> sessionOf(agent))
                .toList();
        sessions.forEach(
                id -> node().post(MESSAGES, id).json(talk(0, 20)).send().expect(201));
        Await.until(
                "the model is called", SOON, () -> TestServers.model().asked().size() >= AWAITED_CALLS);
        return sessions;
    }

    /** Asserts that a new message reaches an open stream, a resumed stream and the search index. */
    private static void assertFeedAndSearchWork(String session, EventStream open) {
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
     * Blocks the model for sessions of an agent with these members, and asserts that feed and search still work. Once
     * the model answers, each session returns its answer at this path.
     */
    private void assertModelCallsDelayNothing(String members, String path) {
        var session = sessionIn(node(), "");
        try (var open = watch(node(), session)) {
            append(node(), session, "", "before").send().expect(201);
            open.untilEvents(1);
            var sessions = sessionsAwaitingModel(members);
            assertFeedAndSearchWork(session, open);
            gate.open().countDown();
            sessions.forEach(id -> Await.until(
                    "the answer is stored",
                    SOON,
                    () -> node().get(path, id).send().text().contains("A summary.")));
        }
    }

    @Test
    void streamsAndSearchWorkDuringSummaries() {
        assertModelCallsDelayNothing("'summary':true,", SESSION + "/summary");
    }

    @Test
    void streamsAndSearchWorkDuringCompactions() {
        assertModelCallsDelayNothing("'compaction':{" + SMALL + ",'summarizer':'llm','compactAfter':200},", HISTORY);
    }
}
