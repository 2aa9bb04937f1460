package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import dev.coppice.support.Await;
import dev.coppice.support.Json;
import dev.coppice.support.ModelScript;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** View 5: somebody wants to know what the model gets, and why the window is so full. */
class ConsolePromptIT extends ConsoleStory {

    private static final Duration BOUND = Duration.ofMinutes(2);

    private static String place(String session) {
        return ConsolePage.session(session, "prompt");
    }

    @Test
    void windowShowsWhatEachPartCosts() {
        var session = Seeds.garden();
        try (var page = page().open(place(session))) {
            page.sees("The model's window").sees("Block memory").sees("History");
            var bar = page.page().locator(".stacked").getAttribute("aria-label");
            assertTrue(bar.contains(" of 4,000 tokens: "), bar);
            assertTrue(bar.contains("Block soul 9"), bar);
            page.sees("The session is compacted above 4,000 tokens.");
            page.sees("The prompt is not frozen yet");
            page.field("Limit in tokens").fill("1000");
            page.until("() => location.hash.includes('limit=1000')");
        }
        assertEquals(
                null,
                api().get("/v1/sessions/{}/prompt", session)
                        .query("preview", true)
                        .send()
                        .expect(200)
                        .at("/frozen"),
                "looking freezes nothing");
    }

    @Test
    void versionsOfBlockAreComparedAndRestored() {
        var session = Seeds.garden();
        try (var page = page().open(place(session))) {
            var block = page.page().getByLabel("Block memory");
            block.getByText("Versions").click();
            block.getByText("Version 1 ").click();
            assertEquals(
                    " Owns two hectares near Ashford.",
                    block.locator(".words ins").innerText());
            block.getByText("Restore this version").click();
            page.button("Restore").click();
            page.sees("Version 1 is restored.");
            page.until("() => document.querySelector('[aria-label=\"Text of the block memory\"]').textContent"
                    + " === 'Prefers hand tools.'");
        }
    }

    @Test
    void textIsEditedAndConcurrentEditIsRefused() {
        var session = Seeds.garden();
        try (var page = page().open(place(session))) {
            page.page().getByLabel("Actions for the block memory").click();
            page.button("Edit the text").click();
            Seeds.write(session, "memory", "Somebody else was faster.");
            page.field("Text").fill("Mine");
            page.button("Save").click();
            page.sees("stale-version");
            page.button("Cancel").click();
        }
        try (var page = page().open(place(session))) {
            page.page().getByLabel("Actions for the block memory").click();
            page.button("Edit the text").click();
            page.field("Text").fill("Mine");
            page.button("Save").click();
            page.sees("The text is saved.");
        }
        assertEquals(
                "Mine",
                api().get("/v1/sessions/{}/context/memory", session).send().at("/content"));
    }

    @Test
    void frozenPromptIsBesideWhatWouldBeNow() {
        var session = Seeds.garden();
        api().get("/v1/sessions/{}/prompt", session).send().expect(200);
        Seeds.write(session, "memory", "Prefers machines.");
        try (var page = page().open(place(session) + "?part=prompt")) {
            page.sees("stale").sees("Would be now");
            assertTrue(page.page().locator("ins").allInnerTexts().contains("machines"));
            page.button("Refresh").click();
            page.page()
                    .locator("dialog")
                    .getByText("Refresh", new com.microsoft.playwright.Locator.GetByTextOptions().setExact(true))
                    .click();
            page.sees("The prompt is refreshed.").sees("current");
        }
        var preview = api().get("/v1/sessions/{}/prompt", session)
                .query("preview", true)
                .send()
                .expect(200);
        assertEquals(preview.at("/prompt"), preview.at("/frozen"));
    }

    @Test
    void promptThatIsNeverFrozenIsShownAsItIs() {
        var agent = Seeds.unique("hasty");
        api().put("/v1/agents/{}", agent)
                .json(
                        """
                        {"cachedPrompt":false,
                         "context":[{"label":"soul","provider":{"type":"text"},"content":"You hurry."}]}""")
                .send()
                .expect(201);
        var session = Seeds.unique("hasty");
        api().post("/v1/sessions")
                .json(Json.object("id", session, "agent", agent))
                .send()
                .expect(201);
        try (var page = page().open(place(session))) {
            page.sees("The model's window");
            assertEquals(0, page.page().getByText("not frozen yet").count());
            page.link("Frozen prompt").click();
            page.sees("never frozen").sees("You hurry.");
            assertEquals(0, page.button("Freeze now").count());
            page.link("What the model sees").click();
            page.sees("Copy as JSON");
        }
    }

    @Test
    void transcriptAndTurnShowNumbersWithAllDigits() {
        var session = Seeds.garden();
        Seeds.append(
                session,
                """
                {"id":"a9","role":"assistant","parts":[{"type":"tool-price","toolCallId":"c9","state":"output-available",
                  "input":{"id":12345678901234567890,"price":1.50},"output":"ok"}]}""");
        Seeds.append(
                session,
                """
                {"id":"a10","role":"assistant","content":null,"tool_calls":[{"id":"c10","type":"function",
                  "function":{"name":"pay","arguments":"{\\"amount\\":98765432109876543210}"}}]}""");
        try (var page = page().open(ConsolePage.session(session))) {
            page.page().locator("[data-message=a9] details.fold summary").click();
            page.sees("12345678901234567890,").sees("\"price\": 1.50");
            page.page().locator("[data-message=a10] details.fold summary").click();
            page.sees("\"amount\": 98765432109876543210");
        }
        try (var page = page().open(place(session) + "?part=turn&format=ai-sdk")) {
            page.button("Freeze it and show the input").click();
            page.sees("12345678901234567890").sees("1.50");
        }
    }

    @Test
    void turnIsShownInFiveFormatsWithDiagnostics() {
        var session = Seeds.garden();
        Seeds.append(
                session,
                """
                {"id":"a9","role":"assistant","content":null,"tool_calls":[
                  {"id":"c9","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Nara\\"}"}}]}""");
        try (var page = page().open(place(session) + "?part=turn")) {
            page.button("Freeze it and show the input").click();
            for (var format :
                    java.util.List.of("OpenAI chat", "OpenAI responses", "Anthropic", "AI SDK", "AgentScope")) {
                page.link(format).click();
                page.sees("call-without-result").sees("tokens");
            }
            page.until("() => location.hash.includes('format=agentscope')");
            page.page().reload();
            page.sees("call-without-result");
            page.link("a9").click();
            page.until("() => location.hash.includes('/messages/a9')");
        }
    }

    @Test
    void blocksAreAddedAndRemoved() {
        var session = Seeds.garden();
        try (var page = page().open(place(session))) {
            page.button("Add a block").click();
            page.field("Label").fill("todo");
            page.field("Text").fill("Order a saw.");
            page.field("Shared by").selectOption("user");
            page.field("Most tokens").fill("150");
            inDialog(page, "Add");
            page.sees("The block is added.").sees("Order a saw.");
            page.page().getByLabel("Actions for the block todo").click();
            page.button("Remove from the session").click();
            page.button("Remove").click();
            page.sees("The block is removed.");
        }
        assertEquals(
                404, api().get("/v1/sessions/{}/context/todo", session).send().status());
    }

    @Test
    void entriesAreWrittenEditedAndDeleted() {
        var session = Seeds.garden();
        try (var page = page().open(place(session))) {
            page.page().getByLabel("Actions for the block knowledge").click();
            page.button("Write an entry").click();
            page.field("Key").fill("alder");
            page.field("Title").fill("By the pond");
            page.field("Text").fill("The alder holds the bank.");
            inDialog(page, "Save");
            page.sees("The entry is saved.");
            var block = page.page().getByLabel("Block knowledge");
            block.getByText("Entries", new Locator.GetByTextOptions().setExact(true))
                    .click();
            block.getByText("By the pond").click();
            page.sees("The alder holds the bank.");
            block.getByText("Edit", new Locator.GetByTextOptions().setExact(true))
                    .click();
            page.field("Text").fill("The alder was cut.");
            inDialog(page, "Save");
            page.sees("The alder was cut.");
            block.getByText("Delete", new Locator.GetByTextOptions().setExact(true))
                    .click();
            inDialog(page, "Delete");
            Await.until(
                    "the entry is deleted",
                    BOUND,
                    () -> api().get("/v1/sessions/{}/context/knowledge/entries/alder", session)
                                    .send()
                                    .status()
                            == 404);
        }
    }

    @Test
    void documentIsLoadedAndUnloaded() {
        var session = Seeds.garden();
        try (var page = page().open(place(session))) {
            page.page().getByLabel("Block skills").getByText("Entries").click();
            page.button("Load coppicing").click();
            page.button("Unload coppicing").waitFor();
            assertEquals(
                    "coppicing",
                    api().get("/v1/sessions/{}/context/skills", session).send().at("/loaded/0"));
            page.button("Unload coppicing").click();
            inDialog(page, "Unload");
            page.button("Load coppicing").waitFor();
        }
        assertEquals(
                null,
                api().get("/v1/sessions/{}/context/skills", session).send().at("/loaded/0"));
    }

    @Test
    void runningSummaryIsUpdated() {
        var session = Seeds.garden();
        ConsoleServer.model().play(ModelScript.answer("Hazel is cut in late winter."));
        try (var page = page().open(place(session))) {
            page.sees("There is none.");
            page.button("Update now").click();
            inDialog(page, "Update");
            page.sees("Hazel is cut in late winter.").sees("8 messages up to");
            page.button("Update now").click();
            inDialog(page, "Update");
            page.sees("Nothing is new since the last summary.");
            Seeds.append(session, Seeds.message("q9", "user", "And the oak?"));
            page.page().reload();
            page.sees("messages are new since");
        }
    }

    @Test
    void everyLookIsAccessible() {
        var session = Seeds.garden();
        everyLook("5-prompt", place(session), page -> page.sees("Block knowledge"));
        api().get("/v1/sessions/{}/prompt", session).send().expect(200);
        api().put("/v1/sessions/{}/context/memory", session)
                .json(Json.object("content", "Changed since."))
                .send()
                .expect(200);
        everyLook("5-frozen", place(session) + "?part=prompt", page -> page.sees("Would be now"));
        everyLook("5-turn", place(session) + "?part=turn", page -> page.sees("Copy as JSON"));
    }
}
