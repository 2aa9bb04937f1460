package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** View 9: somebody looks for runs that wait, and at the state of a session. */
class ConsoleRunsIT extends ConsoleStory {

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
            page.sees("a confirmation").sees("Fell the oak?").sees("\"step\": 3");
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
