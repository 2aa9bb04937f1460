package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** View 9: somebody looks for runs that wait, and at the state of a session. */
class ConsoleRunsIT extends ConsoleStory {

    private static final Duration BOUND = Duration.ofMinutes(2);

    private static String waiting(String run) {
        var session = Seeds.garden();
        Seeds.run(
                session,
                run,
                """
                {"status":"paused","agentId":"forester","checkpoint":{"step":3,"price":1.50},
                 "requirements":[{"type":"confirmation","toolCallId":"c7","question":"Fell the oak?"},
                   {"type":"input","fields":[{"name":"tree"},{"name":"day"}]}],
                 "usage":{"inputTokens":1200,"outputTokens":80}}""");
        api().put("/v1/sessions/{}/values/notes", session)
                .json("[{\"n\":1},{\"n\":2}]")
                .send()
                .expect(201);
        api().put("/v1/sessions/{}/values/price", session).json("1.50").send().expect(201);
        api().put("/v1/sessions/{}/state", session)
                .json("{\"step\":2,\"price\":1.50}")
                .send();
        return session;
    }

    @Test
    void waitingRunIsFoundWithWhatItWaitsFor() {
        var run = Seeds.unique("run");
        var session = waiting(run);
        try (var page = page().open("/runs")) {
            page.link(run).click();
            page.sees("a confirmation")
                    .sees("Fell the oak?")
                    .sees("\"step\": 3")
                    .sees("1.50");
            page.until("() => location.hash.includes('run=" + run + "')");
            page.button("Cancel the run").click();
            page.page()
                    .locator("dialog")
                    .getByText("Cancel the run", new com.microsoft.playwright.Locator.GetByTextOptions().setExact(true))
                    .click();
            page.sees("The run is cancelled.");
        }
        assertEquals(
                "cancelled",
                api().get("/v1/sessions/{}/runs/{}", session, run).send().at("/status"));
    }

    @Test
    void waitingRunIsAnswered() {
        var run = Seeds.unique("run");
        var session = waiting(run);
        try (var page = page().open("/runs?runId=" + run)) {
            var row = page.page().locator("tbody tr").first();
            row.getByText("a confirmation").waitFor();
            row.getByText("input").waitFor();
            page.link(run).click();
            page.button("Confirm").click();
            page.sees("a confirmation (given)");
            assertEquals("true", requirement(session, run, "/0/confirmed"));
            page.button("Undo").click();
            page.button("Confirm").waitFor();
            Await.until("the undo", BOUND, () -> requirement(session, run, "/0/confirmed") == null);
            page.button("Refuse").click();
            page.sees("a confirmation (refused)");
            page.button("Answer…").click();
            page.field("tree").fill("the oak");
            page.field("day").fill("Monday");
            page.assertAccessible("the dialog for input");
            page.button("Save").click();
            page.sees("tree: \"the oak\"");
        }
        assertEquals("false", requirement(session, run, "/0/confirmed"));
        assertEquals("Monday", requirement(session, run, "/1/fields/1/value"));
        var saved = api().get("/v1/sessions/{}/runs/{}", session, run).send();
        assertEquals("paused", saved.at("/status"));
        assertTrue(saved.text().contains("1.50"), saved.text());
    }

    @Test
    void fieldsThatNobodyEditsKeepTheirValues() {
        var run = Seeds.unique("run");
        var session = Seeds.garden();
        var others = "{\"name\":\"tree\",\"value\":null},{\"name\":\"plan\",\"value\":{\"price\":1.50}},"
                + "{\"name\":\"account\",\"value\":12345678901234567890}";
        Seeds.run(
                session,
                run,
                "{\"status\":\"paused\",\"checkpoint\":{},\"requirements\":[{\"type\":\"input\",\"fields\":[{\"name\":\"day\"},"
                        + others + "]}]}");
        try (var page = page().open(ConsolePage.session(session, "state") + "?run=" + run)) {
            page.button("Answer…").click();
            assertEquals("", page.field("tree").inputValue());
            assertEquals("{\"price\":1.50}", page.field("plan").inputValue());
            assertEquals("12345678901234567890", page.field("account").inputValue());
            page.field("day").fill("Monday");
            inDialog(page, "Save");
            page.sees("day: \"Monday\"").sees("account: 12345678901234567890");
        }
        var saved = api().get("/v1/sessions/{}/runs/{}", session, run).send().text();
        assertTrue(saved.contains(others), saved);
    }

    @Test
    void filtersKeepTheNamespaceWithoutAName() {
        try (var page = page().open("/runs?unnamed=1")) {
            page.field("Run").fill("r2");
            page.button("Show").click();
            page.until("() => location.hash.includes('runId=r2')");
            assertTrue(page.place().contains("unnamed=1"), page.place());
            assertTrue(page.field("Only the namespace without a name").isChecked());
            page.field("Namespace").fill("team");
            page.button("Show").click();
            page.until("() => location.hash.includes('namespace=team') && !location.hash.includes('unnamed')");
        }
    }

    private static String requirement(String session, String run, String pointer) {
        return api().get("/v1/sessions/{}/runs/{}", session, run).send().at("/requirements" + pointer);
    }

    @Test
    void stateAndValuesAreEditedWithAllDigits() {
        var session = waiting(Seeds.unique("run"));
        try (var page = page().open(ConsolePage.session(session, "state"))) {
            page.sees("\"price\": 1.50");
            page.button("Edit").click();
            page.field("JSON").fill("{\"step\":3,\"price\":1.500}");
            page.button("Save").click();
            page.sees("\"price\": 1.500");
            page.button("price").click();
            page.page()
                    .getByLabel("Value price", new com.microsoft.playwright.Page.GetByLabelOptions().setExact(true))
                    .last()
                    .waitFor();
            page.button("New value").click();
            page.field("Key").fill("draft");
            page.field("JSON").fill("{oops");
            page.button("Save").click();
            page.sees("The text is not JSON");
            page.field("JSON").fill("{\"title\":\"Fence\"}");
            page.button("Save").click();
            page.button("draft").waitFor();
        }
        assertEquals(
                "{\"step\":3,\"price\":1.500}",
                api().get("/v1/sessions/{}/state", session).send().text());
    }

    @Test
    void everyLookIsAccessible() {
        var run = Seeds.unique("run");
        var session = waiting(run);
        everyLook("9-runs", "/runs", page -> page.link(run).waitFor());
        everyLook("9-state", ConsolePage.session(session, "state") + "?run=" + run, page -> page.sees("Fell the oak?")
                .sees("State object"));
    }
}
