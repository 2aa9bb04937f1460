package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Agents that an older release has stored: it kept {@code summary} and {@code profile} as they came, and knew nothing of the
 * columns beside them.
 */
@DatabaseNeutral
class OlderAgentsIT extends PromptApi {
    private static final String ODD = "{ \"style\" : {\"every\":\"day\"}, \"n\":1.50 }";
    private static final String OLDER =
            "{\"description\":null,\"context\":[{\"label\":\"soul\",\"provider\":{\"type\":\"text\"},\"content\":\"Kind.\"}],"
                    + "\"maxMessages\":2,\"summary\":" + ODD + ",\"profile\":true}";

    private static final String LIMITED = "{\"maxMessages\":2}";

    private static CoppiceServer server;

    @BeforeAll
    static void plant() throws SQLException {
        server = CoppiceServer.named("older-agents").start();
        for (var name : List.of("old", "older")) {
            declare(server.api(), name, "").expect(201);
        }
        server.api().put(AGENT, "limited").json(LIMITED).send().expect(201);
        server.stop();
        try (var connection = Databases.connect(server);
                var plant = connection.prepareStatement("update agent set body = ?, bytes = ? where name like 'old%'");
                var forget = connection.prepareStatement("update agent set max_messages = null")) {
            var body = OLDER.getBytes(StandardCharsets.UTF_8);
            plant.setBytes(1, body);
            plant.setInt(2, body.length);
            assertEquals(2, plant.executeUpdate());
            forget.executeUpdate();
            if (!Databases.mariaDb()) {
                // Its file stays open else, as the server wants it.
                connection.createStatement().execute("shutdown");
            }
        }
        server.restart();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Api node() {
        return server.api();
    }

    @Test
    void theyAreGivenBackAsTheyWereStored() {
        var agent = node().get(AGENT, "old").send().expect(200);
        assertTrue(agent.text().contains("\"summary\":" + ODD + ",\"profile\":true,"), agent.text());
        var list = node().get("/v1/agents").send().expect(200);
        assertTrue(list.text().contains("\"summary\":" + ODD), list.text());
    }

    @Test
    void theirSessionsWork() {
        node().post("/v1/sessions")
                .json(Json.object("id", "s", "agent", "old", "userId", "ada"))
                .send()
                .expect(201);
        for (int i = 0; i < 3; i++) {
            node().post(MESSAGES, "s")
                    .json(batch(message("q" + i, "Why?"), message("a" + i, "assistant", "So.")))
                    .send()
                    .expect(201);
        }
        var turn = node().get("/v1/sessions/{}/turn", "s").send().expect(200);
        assertTrue(turn.at("/system").contains("Kind."), turn.text());
        assertEquals(6, turn.json().path("messages").size());
    }

    @Test
    void aPutReplacesOne() {
        node().put(AGENT, "older").json(OLDER).send().problem(400, "unknown-field");
        node().put(AGENT, "older")
                .json(OLDER.replace(ODD, "{\"every\":0}"))
                .send()
                .expect(200);
        assertEquals(0, node().get(AGENT, "older").send().expect(200).number("/summary/every"));
    }

    /** Nothing begins by itself because of a new release; an equal PUT says that it shall. */
    @Test
    void whatItKnewNothingOfBeginsWithTheNextPut() {
        assertEquals(3, retained("before"));
        node().put(AGENT, "limited").json(LIMITED).send().expect(200);
        assertEquals(2, retained("after"));
    }

    private static int retained(String session) {
        node().post("/v1/sessions")
                .json(Json.object("id", session, "agent", "limited"))
                .send()
                .expect(201);
        node().post(MESSAGES, session)
                .json(batch(message("a", "a"), message("b", "b"), message("c", "c")))
                .send()
                .expect(201);
        return node().get(HISTORY, session)
                .send()
                .expect(200)
                .json()
                .path("messages")
                .size();
    }
}
