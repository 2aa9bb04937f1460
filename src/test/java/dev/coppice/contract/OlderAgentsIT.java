package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Databases;
import dev.coppice.support.SharedServer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Agents stored by an older release, which kept {@code summary} and {@code profile} verbatim and did not have the
 * columns derived from the body.
 */
@DatabaseNeutral
class OlderAgentsIT extends PromptApi {
    private static final String UNUSUAL_SUMMARY = "{ \"style\" : {\"every\":\"day\"}, \"n\":1.50 }";
    private static final String OLD_BODY =
            "{\"description\":null,\"context\":[{\"label\":\"soul\",\"provider\":{\"type\":\"text\"},\"content\":\"Kind.\"}],"
                    + "\"maxMessages\":2,\"summary\":" + UNUSUAL_SUMMARY + ",\"profile\":true}";

    private static final String LIMITED = "{\"maxMessages\":2}";

    private final String old = unique("old");
    private final String limited = unique("limited");

    /** Stores two agents like the older release; needs a database server, whose tables can be written while the node runs. */
    @BeforeEach
    void storeOlderAgents() throws SQLException {
        assumeTrue(Databases.areOnServer());
        declare(api(), old, "").expect(201);
        api().put(AGENT, limited).json(LIMITED).send().expect(201);
        try (var connection = Databases.connect(SharedServer.server());
                var replaceBody = connection.prepareStatement("update agent set body = ?, bytes = ? where name = ?");
                var clearColumn = connection.prepareStatement("update agent set max_messages = null where name = ?")) {
            var body = OLD_BODY.getBytes(StandardCharsets.UTF_8);
            replaceBody.setBytes(1, body);
            replaceBody.setInt(2, body.length);
            replaceBody.setString(3, old);
            assertEquals(1, replaceBody.executeUpdate());
            for (var name : List.of(old, limited)) {
                clearColumn.setString(1, name);
                assertEquals(1, clearColumn.executeUpdate());
            }
        }
    }

    @Test
    void oldAgentsAreReturnedVerbatim() {
        var agent = api().get(AGENT, old).send().expect(200);
        assertTrue(agent.text().contains("\"summary\":" + UNUSUAL_SUMMARY + ",\"profile\":true,"), agent.text());
        assertTrue(allAgents().contains("\"summary\":" + UNUSUAL_SUMMARY));
    }

    /** All pages of the list: other tests make agents on the same server. */
    private static String allAgents() {
        var pages = new StringBuilder();
        String cursor = null;
        do {
            var request = api().get("/v1/agents").query("limit", 200);
            var page = (cursor == null ? request : request.query("cursor", cursor))
                    .send()
                    .expect(200);
            pages.append(page.text());
            cursor = page.at("/nextCursor");
        } while (cursor != null);
        return pages.toString();
    }

    @Test
    void sessionsOfOldAgentsWork() {
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
    void putReplacesOldAgent() {
        api().put(AGENT, old).json(OLD_BODY).send().problem(400, "unknown-field");
        api().put(AGENT, old)
                .json(OLD_BODY.replace(UNUSUAL_SUMMARY, "{\"every\":0}"))
                .send()
                .expect(200);
        assertEquals(0, api().get(AGENT, old).send().expect(200).number("/summary/every"));
    }

    /** An upgrade alone does not switch retention on; a PUT of the same body does. */
    @Test
    void retentionAppliesFromNextPut() {
        assertEquals(3, retainedOfThree());
        api().put(AGENT, limited).json(LIMITED).send().expect(200);
        assertEquals(2, retainedOfThree());
    }

    private int retainedOfThree() {
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
