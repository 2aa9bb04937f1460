package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Concurrent requests to the same blocks, prompts and idempotency keys: no lost or double write, no 5xx but 503. */
@RunsAlone("a race of its own")
class ContextRacesIT extends ToolApi {
    private static final int CLIENTS = 12;

    @ParameterizedTest
    @ValueSource(strings = {"user", "agent", "tenant"})
    void concurrentFirstWritesOfSharedBlockAreAllStored(String scope) {
        var label = unique("b");
        var agent = agent("{'label':'%s','scope':'%s'}".formatted(label, scope));
        var user = unique("u");
        var sessions = IntStream.range(0, CLIENTS)
                .mapToObj(i -> sessionOf(agent, user))
                .toList();
        ParallelClients.of(CLIENTS, i -> retryWhileBusy(200, () -> appendTo(sessions.get(i), label, "line " + i)));
        assertEquals(CLIENTS, content(sessions.get(0), label).lines().distinct().count());
    }

    @Test
    void concurrentFirstEntriesOfSharedBlockAreAllStored() {
        var agent = agent("{'label':'k','scope':'agent','provider':{'type':'search'}}");
        var sessions = IntStream.range(0, CLIENTS)
                .mapToObj(i -> sessionOf(agent, null))
                .toList();
        ParallelClients.of(
                CLIENTS,
                i -> retryWhileBusy(
                        i % 2 == 0 ? 201 : 200,
                        () -> i % 2 == 0
                                ? putEntry(sessions.get(i), "k", "key" + i, "text", null)
                                : call(sessions.get(i), "set_context", "{'label':'k','content':'text " + i + "'}")));
        assertEquals(CLIENTS + " entries indexed.", content(sessions.get(0), "k"));
    }

    /** Sessions of one user write two shared blocks in opposite orders. */
    @Test
    void writesOfTwoSharedBlocksInOppositeOrderSucceed() {
        var agent = agent("{'label':'u','scope':'user'}", "{'label':'a','scope':'agent'}");
        var user = unique("u");
        var sessions = IntStream.range(0, CLIENTS)
                .mapToObj(i -> sessionOf(agent, user))
                .toList();
        ParallelClients.of(CLIENTS, i -> {
            for (int round = 0; round < 5; round++) {
                for (var label : i % 2 == 0 ? List.of("u", "a") : List.of("a", "u")) {
                    var line = i + "." + round;
                    retryWhileBusy(200, () -> appendTo(sessions.get(i), label, line));
                }
            }
            return i;
        });
        for (var label : List.of("u", "a")) {
            assertEquals(
                    CLIENTS * 5,
                    content(sessions.get(0), label).lines().distinct().count());
        }
    }

    @Test
    void concurrentFirstReadsOfPromptAgree() {
        var id = sessionWith(SOUL, "{'label':'m'}");
        var prompts = ParallelClients.of(CLIENTS, i -> {
            if (i % 3 == 0) {
                retryWhileBusy(200, () -> write(id, "m", "text " + i));
            }
            return retryWhileBusy(200, () -> api().get(PROMPT, id).send()).at("/prompt");
        });
        assertEquals(1, prompts.stream().distinct().count());
    }

    @Test
    void blockIsAddedOnce() {
        var id = session();
        var answers = ParallelClients.of(CLIENTS, i -> sendUntilNotBusy(() -> addBlock(id, "{'label':'m'}")));
        assertEquals(
                1, answers.stream().filter(answer -> answer.status() == 201).count());
        answers.stream()
                .filter(answer -> answer.status() != 201)
                .forEach(answer -> answer.problem(409, "block-exists"));
    }

    private static HttpAnswer sendUntilNotBusy(Supplier<HttpAnswer> call) {
        var answer = call.get();
        for (int i = 0; i < 500 && answer.status() == 503; i++) {
            answer = call.get();
        }
        return answer;
    }

    @Test
    void concurrentRequestsNeverCauseServerError() {
        var agent = agent(SOUL, "{'label':'u','scope':'user'}", SKILLS);
        var id = unique("s");
        List<Supplier<HttpAnswer>> requests = List.of(
                () -> create(Json.object("id", id, "agent", agent, "userId", "ada")),
                () -> api().delete(SESSION, id).send(),
                () -> addBlock(id, "{'label':'m'}"),
                () -> api().delete(BLOCK, id, "m").send(),
                () -> write(id, "m", unique("text")),
                () -> appendTo(id, "u", "line"),
                () -> api().get(PROMPT, id).query("reminder", true).send(),
                () -> refresh(id),
                () -> api().post(SESSION + "/clear", id).send(),
                () -> call(id, "set_context", "{'label':'skills','content':'" + unique("c") + "'}"),
                () -> append(id, skillLoadMessage(unique("m"), "k", "doc")),
                () -> call(id, "unload_context", "{'label':'skills','key':'k'}"));
        ParallelClients.of(requests.size(), i -> {
            for (int round = 0; round < 15; round++) {
                var answer = sendUntilNotBusy(requests.get(i));
                assertTrue(answer.status() < 500, answer.toString());
            }
            return i;
        });
    }

    @Test
    void postWithIdempotencyKeyIsDoneOnce() {
        var id = sessionWith("{'label':'m'}", SKILLS, "{'label':'r','maxTokens':1}");
        write(id, "m", "one").expect(200);
        write(id, "m", "two").expect(200);
        var posts = List.of(
                api().post(CONTEXT, id).json("{\"label\":\"added\"}"),
                api().post(BLOCK + "/append", id, "m").json("{\"content\":\"three\"}"),
                api().post(BLOCK + "/versions", id, "m").json("{\"version\":1}"),
                api().post(PROMPT + "/refresh", id),
                api().post(TOOL, id, "set_context")
                        .json("{\"label\":\"m\",\"content\":\"four\",\"action\":\"append\"}"),
                api().post(TOOL, id, "set_context").json("{\"label\":\"r\",\"content\":\"too long for it\"}"),
                api().post(TOOL, id, "load_context").json("{\"label\":\"skills\",\"key\":\"k\"}"));
        for (int p = 0; p < posts.size(); p++) {
            var post = posts.get(p).header("Idempotency-Key", "key " + p);
            int expected = p == 0 ? 201 : 200;
            var answers = ParallelClients.of(4, i -> retryWhileBusy(expected, post::send));
            assertEquals(1, answers.stream().map(HttpAnswer::text).distinct().count());
        }
        assertEquals("one\nfour", content(id, "m"));
        assertEquals(
                5,
                api().get(BLOCK + "/versions", id, "m")
                        .send()
                        .json()
                        .path("items")
                        .size());
        api().post(BLOCK + "/append", id, "m")
                .header("Idempotency-Key", "key 1")
                .json("{\"content\":\"other\"}")
                .send()
                .problem(422, "idempotency-mismatch");
        var otherTenant = api().as(token(unique("t"), "write"));
        otherTenant
                .post(BLOCK + "/append", id, "m")
                .header("Idempotency-Key", "key 1")
                .json("{\"content\":\"three\"}")
                .send()
                .problem(404, "session-not-found");
    }
}
