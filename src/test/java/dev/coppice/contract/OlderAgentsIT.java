package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Databases;
import dev.coppice.support.SharedServer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
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

    private final String old = unique("old");
    private final String limited = unique("limited");

    /** Stores two agents as the older release did: on MariaDB, whose tables can be written while the server runs. */
    @BeforeEach
    void storeOlderAgents() throws SQLException {
        declare(api(), old, "").expect(201);
        api().put(AGENT, limited).json(LIMITED).send().expect(201);
        try (var connection = Databases.connect(SharedServer.server());
                var replace = connection.prepareStatement("update agent set body = ?, bytes = ? where name = ?");
                var forget = connection.prepareStatement("update agent set max_messages = null where name = ?")) {
            var body = OLDER.getBytes(StandardCharsets.UTF_8);
            replace.setBytes(1, body);
            replace.setInt(2, body.length);
            replace.setString(3, old);
            assertEquals(1, replace.executeUpdate());
            for (var name : List.of(old, limited)) {
                forget.setString(1, name);
                assertEquals(1, forget.executeUpdate());
            }
        }
    }

    @Test
    void theyAreGivenBackAsTheyWereStored() {
        var agent = api().get(AGENT, old).send().expect(200);
        assertTrue(agent.text().contains("\"summary\":" + ODD + ",\"profile\":true,"), agent.text());
        var list = api().get("/v1/agents").send().expect(200);
        assertTrue(list.text().contains("\"summary\":" + ODD), list.text());
    }

    @Test
    void theirSessionsWork() {
        var session = sessionOf(old, "ada");
        for (int i = 0; i < 3; i++) {
            api().post(MESSAGES, session)
                    .json(batch(message("q" + i, "Why?"), message("a" + i, "assistant", "So.")))
                    .send()
                    .expect(201);
        }
        var turn = api().get("/v1/sessions/{}/turn", session).send().expect(200);
        assertTrue(turn.at("/system").contains("Kind."), turn.text());
        assertEquals(6, turn.json().path("messages").size());
    }

    @Test
    void aPutReplacesOne() {
        api().put(AGENT, old).json(OLDER).send().problem(400, "unknown-field");
        api().put(AGENT, old).json(OLDER.replace(ODD, "{\"every\":0}")).send().expect(200);
        assertEquals(0, api().get(AGENT, old).send().expect(200).number("/summary/every"));
    }

    /** Nothing begins by itself because of a new release; an equal PUT says that it shall. */
    @Test
    void whatItKnewNothingOfBeginsWithTheNextPut() {
        assertEquals(3, retained());
        api().put(AGENT, limited).json(LIMITED).send().expect(200);
        assertEquals(2, retained());
    }

    private int retained() {
        var session = sessionOf(limited, null);
        api().post(MESSAGES, session)
                .json(batch(message("a", "a"), message("b", "b"), message("c", "c")))
                .send()
                .expect(201);
        return api().get(HISTORY, session)
                .send()
                .expect(200)
                .json()
                .path("messages")
                .size();
    }
}
