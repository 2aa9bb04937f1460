package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The agent of a session that was created without one. */
class SetAgentIT extends ToolApi {
    private static HttpAnswer setAgent(String session, String agent) {
        return api().patch(SESSION, session).json(Json.object("agent", agent)).send();
    }

    /** Returns what a search finds when the index has caught up, which takes longer than one search waits on a busy machine. */
    private static List<String> foundByAgent(String agent, String q) {
        var search = api().get(SEARCH)
                .query("q", q)
                .query("agent", agent)
                .query("wait", true)
                .query("limit", 100);
        var answer = new AtomicReference<HttpAnswer>();
        Await.until("the index has caught up", SearchApi.SOON, () -> {
            answer.set(search.send().expect(200));
            return answer.get().at("/behind") == null;
        });
        return hits(answer.get()).stream().sorted().toList();
    }

    @Test
    void sessionCreatedByAppendGetsBlocksAndTools() {
        var id = unique("s");
        api().post(MESSAGES, id)
                .query("create", true)
                .json(batch(message("m", "Hello")))
                .send()
                .expect(201);
        assertEquals("", promptOf(id));
        var agent = agentWith("'searchableHistory':true,", SOUL, MEMORY);
        var before = get(id);
        var patched = setAgent(id, agent).expect(200);
        assertEquals(agent, patched.at("/agent"));
        assertTrue(!patched.etag().equals(before.etag()));
        assertEquals(patched.text(), get(id).text());
        var prompt = prompt(id);
        assertTrue(prompt.at("/prompt").contains("Be kind."), prompt.text());
        assertEquals(false, prompt.json().path("stale").asBoolean());
        assertEquals(List.of("set_context", "search_context", "session_search"), names(id));
        write(id, "memory", "Likes oaks").expect(200);
        assertEquals("Likes oaks", content(id, "memory"));
        assertEquals(prompt.at("/prompt"), promptOf(id));
        assertEquals(List.of("m"), path(id));
    }

    @Test
    void agentIsSetOnce() {
        var id = session();
        api().patch(SESSION, id).json("{\"agent\":null}").send().expect(200);
        var agent = agent(SOUL);
        setAgent(id, agent).expect(200);
        var after = get(id);
        assertEquals(after.text(), setAgent(id, agent).expect(200).text());
        setAgent(id, unique("agent")).problem(409, "agent-fixed");
        setAgent(id, null).problem(409, "agent-fixed");
        api().patch(SESSION, id)
                .json(Json.object("agent", unique("agent"), "name", "new"))
                .send()
                .problem(409, "agent-fixed");
        assertEquals(after.text(), get(id).text());
        assertEquals(after.etag(), get(id).etag());
    }

    @Test
    void otherFieldsArePatchedTogetherWithAgent() {
        var id = session();
        var agent = agent(SOUL);
        for (var name : List.of("one", "two")) {
            var patched = api().patch(SESSION, id)
                    .json(Json.object("agent", agent, "name", name))
                    .send()
                    .expect(200);
            assertEquals(name, patched.at("/name"));
            assertEquals(agent, patched.at("/agent"));
        }
    }

    @Test
    void unknownAgentIsAcceptedAndBadNamesAreRefused() {
        var id = session();
        for (var bad : List.of("", " a", "a/b", "x".repeat(256))) {
            setAgent(id, bad).problem(422, "invalid-id");
        }
        var agent = unique("later");
        setAgent(id, agent).expect(200);
        assertEquals("", promptOf(id));
        declare(api(), agent, "", SOUL).expect(201);
        assertTrue(refresh(id).expect(200).at("/prompt").contains("Be kind."));
        setAgent(unique("none"), agent).problem(404, "session-not-found");
    }

    @Test
    void limitsOfAgentApply() {
        var id = sessionWithMessages(6);
        var patched =
                setAgent(id, agentWith("'maxMessages':2,'ttlSeconds':1000,")).expect(200);
        assertNotNull(patched.at("/expiresAt"));
        assertNull(patched.at("/ttlSeconds"));
        assertEquals(List.of("m4", "m5"), path(id));
        var own = unique("s");
        create(Json.object("id", own, "maxMessages", 4)).expect(201);
        appendMessages(own, 0, 6);
        setAgent(own, agentWith("'maxMessages':2,")).expect(200);
        assertEquals(List.of("m2", "m3", "m4", "m5"), path(own));
    }

    @Test
    void oldMessagesAreFoundByAgent() {
        var word = uniqueWord();
        var id = session();
        append(id, message("a", word), message("b", "old " + word), message("c", word))
                .expect(201);
        api().put(MESSAGE, id, "b").json(message("b", "new " + word)).send().expect(200);
        var fork = ForkApi.fork(id, "b").expect(201).at("/id");
        append(fork, message("f", word)).expect(201);
        var agent = agent(SOUL);
        assertEquals(List.of(), foundByAgent(agent, word));
        setAgent(id, agent).expect(200);
        append(id, message("d", word)).expect(201);
        assertEquals(List.of("a", "b", "c", "d"), foundByAgent(agent, word));
        assertEquals(List.of("b"), foundByAgent(agent, "new " + word));
        var other = agent(SOUL);
        setAgent(fork, other).expect(200);
        // The fork has a copy of the edit of b; the texts of a and c belong to the source.
        assertEquals(List.of("b", "f"), foundByAgent(other, word));
        assertEquals(List.of("a", "b", "c", "d"), foundByAgent(agent, word));
    }

    @Test
    void longSessionIsFoundByAgent() {
        var word = uniqueWord();
        var id = session();
        var length = 1200;
        var messages = new ArrayList<String>();
        for (var i = 0; i < length; i++) {
            messages.add(message("m" + i, i % 400 == 0 ? word : "filler " + i));
            if (messages.size() == 400) {
                append(id, messages.toArray(String[]::new)).expect(201);
                messages.clear();
            }
        }
        var agent = agent(SOUL);
        setAgent(id, agent).expect(200);
        assertEquals(List.of("m0", "m400", "m800"), foundByAgent(agent, word));
    }

    @Test
    void oneOfConcurrentRequestsSetsAgent() {
        for (var round = 0; round < 10; round++) {
            var id = session();
            var agents = List.of(unique("agent"), unique("agent"));
            var answers = ParallelClients.of(2, client -> retryWhileBusy(() -> setAgent(id, agents.get(client))));
            var winner = answers.get(0).status() == 200 ? 0 : 1;
            answers.get(winner).expect(200);
            answers.get(1 - winner).problem(409, "agent-fixed");
            assertEquals(agents.get(winner), get(id).at("/agent"));
        }
    }

    @Test
    void promptReadDuringChangeIsNotThatWithoutAgent() {
        for (var round = 0; round < 10; round++) {
            var id = session();
            var agent = agent(SOUL);
            ParallelClients.of(
                    2,
                    client -> client == 0
                            ? retryWhileBusy(200, () -> setAgent(id, agent))
                            : api().get(PROMPT, id).send());
            assertTrue(promptOf(id).contains("Be kind."));
        }
    }
}
