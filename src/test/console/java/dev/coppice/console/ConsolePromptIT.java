package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import org.junit.jupiter.api.Test;

/** View 5: somebody wants to know what the model gets, and why the window is so full. */
class ConsolePromptIT extends ConsoleStory {

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
            page.button("Add").click();
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
