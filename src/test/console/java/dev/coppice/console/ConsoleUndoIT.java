package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Changes outside of the transcript that can be undone, and those that ask first. */
class ConsoleUndoIT extends ConsoleStory {

    private static final Duration BOUND = Duration.ofMinutes(2);

    private static void undo(ConsolePage page, BooleanSupplier undone) {
        page.button("Undo").last().click();
        Await.until("the change is undone", BOUND, undone::getAsBoolean);
    }

    private static HttpAnswer read(String path, Object... parts) {
        return api().get(path, parts).send();
    }

    @Test
    void stateAndValuesAreUndone() {
        var session = Seeds.garden();
        var state = "{\"price\":1.50}";
        api().put("/v1/sessions/{}/state", session).json(state).send().expect(200);
        api().put("/v1/sessions/{}/values/list", session).json("[1.50]").send().expect(201);
        try (var page = page().open(ConsolePage.session(session, "state"))) {
            page.sees("1.50");
            page.button("Edit").first().click();
            page.field("JSON").fill("{}");
            inDialog(page, "Save");
            page.sees("Saved.");
            undo(page, () -> state.equals(read("/v1/sessions/{}/state", session).text()));
            page.button("New value").click();
            page.field("Key").fill("draft");
            page.field("JSON").fill("true");
            inDialog(page, "Save");
            page.button("draft").waitFor();
            undo(page, () -> read("/v1/sessions/{}/values/draft", session).status() == 404);
            page.button("list").click();
            page.button("Append an item").click();
            page.field("Item as JSON").fill("2.50");
            inDialog(page, "Append");
            page.sees("2 items");
            assertEquals(
                    "[1.50,2.50]", read("/v1/sessions/{}/values/list", session).text());
            undo(page, () -> "[1.50]"
                    .equals(read("/v1/sessions/{}/values/list", session).text()));
            page.sees("1 item");
            page.page().getByLabel("Value list").getByText("Edit").click();
            page.field("JSON").fill("[3]");
            inDialog(page, "Save");
            page.sees("Saved.");
            undo(page, () -> "[1.50]"
                    .equals(read("/v1/sessions/{}/values/list", session).text()));
        }
    }

    @Test
    void newSessionHasItsFieldsAndIsUndone() {
        var id = Seeds.unique("new");
        try (var page = page().open("/sessions?source=web")) {
            page.button("New session").click();
            page.field("Id").fill(id);
            page.field("Type").last().selectOption("team");
            page.field("Model").fill("big-one");
            page.field("Metadata").last().fill("{\"price\":1.50}");
            page.field("Tokens above which the session is compacted").fill("4000");
            page.assertAccessible("the dialog for a session");
            inDialog(page, "Create");
            page.heading(id).waitFor();
            var session = read("/v1/sessions/{}", id).expect(200);
            assertEquals("web", session.at("/source"));
            assertEquals("team", session.at("/type"));
            assertEquals("big-one", session.at("/model"));
            assertEquals("4000", session.at("/compactAfter"));
            assertEquals(
                    "{\"price\":1.50}", read("/v1/sessions/{}/metadata", id).text());
            undo(page, () -> read("/v1/sessions/{}", id).status() == 404);
            page.until("() => location.hash.startsWith('#/sessions?')");
        }
    }

    @Test
    void newAgentIsUndoneAndItsLimitAsks() {
        var name = Seeds.unique("forester");
        try (var page = page().open("/agents")) {
            page.button("New agent").click();
            page.field("Name").fill(name);
            inDialog(page, "Create");
            page.heading("Agent " + name).waitFor();
            page.page().getByLabel("Actions for the agent").click();
            page.button("Edit as JSON…").click();
            page.field("JSON").fill("{\"maxMessages\":10}");
            inDialog(page, "Save");
            page.sees("keeps only the newest 10 messages");
            page.button("Cancel").click();
            assertEquals(null, read("/v1/agents/{}", name).at("/maxMessages"));
            undo(page, () -> read("/v1/agents/{}", name).status() == 404);
        }
    }

    @Test
    void profileIsUndoneAndKeepsUnsavedEdits() {
        var user = Seeds.unique("ada");
        try (var page = page().open("/users/" + user)) {
            page.button("Add a field").click();
            page.field("Name of the new field").fill("goals");
            page.field("Kind of the new field").selectOption("list");
            page.field("Value").fill("hazel\noak");
            assertTrue(page.button("Let the model analyze").isDisabled(), "unsaved edits would be lost");
            page.button("Save the profile").click();
            page.sees("version 1");
            assertEquals(
                    "{\"goals\":[\"hazel\",\"oak\"]}",
                    read("/v1/users/{}/profile", user).text());
            page.field("goals").fill("ash");
            page.button("Save the profile").click();
            page.sees("version 2");
            undo(page, () -> "oak".equals(read("/v1/users/{}/profile", user).at("/goals/1")));
        }
    }

    @Test
    void blocksAndEntriesAreUndone() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session, "prompt"))) {
            page.page().getByLabel("Actions for the block memory").click();
            page.button("Edit the text").click();
            page.field("Text").fill("Mine");
            inDialog(page, "Save");
            page.sees("The text is saved.");
            undo(page, () -> read("/v1/sessions/{}/context/memory", session)
                    .at("/content")
                    .startsWith("Prefers"));
            page.button("Add a block").click();
            page.field("Label").fill("todo");
            inDialog(page, "Add");
            page.sees("The block is added.");
            undo(page, () -> read("/v1/sessions/{}/context/todo", session).status() == 404);
            page.page().getByLabel("Actions for the block knowledge").click();
            page.button("Write an entry").click();
            page.field("Key").fill("ash");
            page.field("Text").fill("By the wall.");
            inDialog(page, "Save");
            page.sees("The entry is saved.");
            undo(
                    page,
                    () -> read("/v1/sessions/{}/context/knowledge/entries/ash", session)
                                    .status()
                            == 404);
            page.page()
                    .getByLabel("Block skills", new Page.GetByLabelOptions().setExact(true))
                    .getByText("Entries")
                    .click();
            page.button("Load coppicing").click();
            page.sees("The document is loaded by a new message.");
            undo(page, () -> Seeds.historyIds(session).size() == 8);
            page.button("Load coppicing").waitFor();
        }
    }

    @Test
    void promptIsFrozenAfterQuestion() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session, "prompt") + "?part=prompt")) {
            page.button("Freeze now").click();
            page.button("Cancel").click();
            page.sees("not frozen yet");
            page.button("Freeze now").click();
            inDialog(page, "Freeze");
            page.sees("current");
            Seeds.write(session, "memory", "Changed since.");
            page.open(ConsolePage.session(session, "prompt"));
            page.sees("Frozen prompt and reminder of changed blocks");
            page.field("Limit in tokens").fill("900");
            page.until("() => location.hash.includes('limit=900')");
            page.field("Limit in tokens").fill("");
            page.until("() => !location.hash.includes('limit=')");
            assertEquals("", page.field("Limit in tokens").inputValue());
            var bar = page.page().getByRole(AriaRole.IMG).getAttribute("aria-label");
            assertTrue(bar.contains(" of 4,000 tokens"), bar);
        }
    }

    @Test
    void promptThatATurnFreezesIsFrozenInAllParts() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session, "prompt"))) {
            page.sees("The prompt is not frozen yet");
            page.link("What the model sees").click();
            page.button("Freeze it and show the input").click();
            page.sees("Copy as JSON");
            page.link("Frozen prompt").click();
            page.sees("current");
            assertEquals(0, page.page().getByText("not frozen yet").count());
            page.link("Window and blocks").click();
            page.sees("The model's window");
            assertEquals(0, page.page().getByText("not frozen yet").count());
        }
    }
}
