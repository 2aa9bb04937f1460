package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The view of agents: somebody makes one, changes its blocks and limits, and deletes it. */
class ConsoleAgentsIT extends ConsoleStory {

    private static final Duration BOUND = Duration.ofMinutes(2);

    private static HttpAnswer agent(String name) {
        return api().get("/v1/agents/{}", name).send();
    }

    private static List<String> labels(String name) {
        return agent(name).expect(200).all("/context", "label");
    }

    private static ConsolePage choose(ConsolePage page, String block, String action) {
        page.page().getByLabel("Actions for the " + block).click();
        page.button(action).click();
        return page;
    }

    @Test
    void agentIsMadeWithBlocksAndLimits() {
        var name = Seeds.unique("forester");
        try (var page = page().open("/agents")) {
            page.button("New agent").click();
            page.field("Name").fill(name);
            page.field("Description").fill("Looks after the wood");
            inDialog(page, "Create");
            page.heading("Agent " + name).waitFor();
            page.button("Add a block").click();
            page.field("Label").fill("soul");
            page.field("Provider").selectOption("text");
            page.field("Text").fill("You are a forester.");
            page.assertAccessible("the dialog for a block");
            inDialog(page, "Save");
            page.sees("You are a forester.");
            page.button("Add a block").click();
            page.field("Label").fill("memory");
            page.field("Shared by").selectOption("user");
            page.field("Most tokens").fill("300");
            inDialog(page, "Save");
            page.sees("at most 300 tokens");
            page.button("Change the settings").click();
            page.field("Tokens above which sessions are compacted").fill("5000");
            page.field("Time to live of sessions, in seconds").fill("86400");
            page.assertAccessible("the dialog for settings of an agent");
            inDialog(page, "Save");
            page.sees("above 5,000 tokens");
        }
        var stored = agent(name).expect(200);
        assertEquals("Looks after the wood", stored.at("/description"));
        assertEquals("text", stored.at("/context/0/provider/type"));
        assertEquals("user", stored.at("/context/1/scope"));
        assertEquals("300", stored.at("/context/1/maxTokens"));
        assertEquals("5000", stored.at("/compaction/compactAfter"));
        assertEquals("86400", stored.at("/ttlSeconds"));
    }

    @Test
    void blocksAreEditedMovedAndRemovedWithUndo() {
        var name = Seeds.gardener();
        try (var page = page().open("/agents/" + name)) {
            choose(page, "block memory", "Move up");
            page.sees("The block is moved.");
            assertEquals(List.of("memory", "soul", "skills", "knowledge"), labels(name));
            choose(page, "block soul", "Edit…").field("Text").fill("You are terse.");
            inDialog(page, "Save");
            page.sees("You are terse.");
            choose(page, "block skills", "Remove");
            page.sees("The block is removed.");
            assertEquals(List.of("memory", "soul", "knowledge"), labels(name));
            page.button("Undo").last().click();
            Await.until("the block is back", BOUND, () -> labels(name).contains("skills"));
        }
    }

    @Test
    void limitThatRemovesMessagesIsAskedFor() {
        var name = Seeds.gardener();
        try (var page = page().open("/agents/" + name)) {
            page.button("Change the settings").click();
            page.field("Messages that a session keeps on its path").fill("20");
            inDialog(page, "Save");
            page.sees("keeps only the newest 20 messages");
            assertEquals(null, agent(name).at("/maxMessages"));
            inDialog(page, "Save");
            page.sees("The settings are saved.");
            Await.until("saved", BOUND, () -> "20".equals(agent(name).at("/maxMessages")));
        }
    }

    @Test
    void definitionIsEditedAsJsonAndConcurrentEditIsRefused() {
        var name = Seeds.gardener();
        try (var page = page().open("/agents/" + name)) {
            choose(page, "agent", "Edit as JSON…").field("JSON").fill("{\"description\":\"Short\"}");
            inDialog(page, "Save");
            page.sees("The agent defines no blocks.");
            choose(page, "agent", "Edit as JSON…").field("JSON").fill("{\"context\":[{}]}");
            inDialog(page, "Save");
            page.sees("/context/0");
            api().put("/v1/agents/{}", name)
                    .json("{\"description\":\"Somebody else\"}")
                    .send()
                    .expect(200);
            page.field("JSON").fill("{\"description\":\"Mine\"}");
            inDialog(page, "Save");
            page.sees("stale-version");
        }
    }

    @Test
    void agentIsDeletedWithUndo() {
        var name = Seeds.gardener();
        var before = labels(name);
        try (var page = page().open("/agents")) {
            page.link(name).click();
            choose(page, "agent", "Delete the agent…");
            inDialog(page, "Delete");
            page.sees("The agent is deleted.");
            assertEquals(404, agent(name).status());
            page.button("Undo").click();
            page.heading("Agent " + name).waitFor();
        }
        assertEquals(before, labels(name));
    }

    @Test
    void everyLookIsAccessible() {
        var name = Seeds.gardener();
        everyLook("12-agents", "/agents", page -> page.link(name).waitFor());
        everyLook("12-agent", "/agents/" + name, page -> page.sees("You are a gardener."));
    }
}
