package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.coppice.support.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What clients may store and what a URL may name, although nobody expects it. */
class ConsoleOddDataIT extends ConsoleStory {

    private static Locator message(ConsolePage page, String id) {
        return page.page().locator("[data-message=" + id + "]");
    }

    @Test
    void timesOfAllFormsAreShown() {
        var session = Seeds.talk(Seeds.unique("times"), 0);
        var times = new String[] {
            "\"2026-11-21T10:00:00+01\"", "\"2026-11-21 10:00\"", "\"2026-11-21T10:00\"", "1763719200000"
        };
        for (int i = 0; i < times.length; i++) {
            Seeds.append(
                    session,
                    "{\"id\":\"t%d\",\"role\":\"user\",\"content\":\"Now\",\"createdAt\":%s}".formatted(i, times[i]));
        }
        try (var page = page().open(ConsolePage.session(session))) {
            for (int i = 0; i < times.length; i++) {
                message(page, "t" + i).getByText("Now").waitFor();
            }
            message(page, "t0")
                    .locator("time[title*='November 21, 2026 at 9:00:00']")
                    .waitFor();
            message(page, "t2")
                    .locator("time[title*='November 21, 2026 at 10:00:00']")
                    .waitFor();
        }
    }

    @Test
    void idsOfCallsAreUsedAgain() {
        var session = Seeds.talk(Seeds.unique("calls"), 0);
        for (int turn = 0; turn < 2; turn++) {
            Seeds.append(
                    session,
                    """
                    {"id":"c%1$d","role":"assistant","content":null,"tool_calls":[{"id":"call_0","type":"function",
                      "function":{"name":"weather","arguments":"{}"}}]}"""
                            .formatted(turn),
                    """
                    {"id":"r%1$d","role":"tool","tool_call_id":"call_0","content":"Rain on day %1$d"}"""
                            .formatted(turn));
        }
        try (var page = page().open(ConsolePage.session(session))) {
            for (int turn = 0; turn < 2; turn++) {
                message(page, "c" + turn).locator("summary").last().click();
                message(page, "c" + turn).getByText("Rain on day " + turn).waitFor();
                message(page, "r" + turn).getByText("result of").waitFor();
            }
        }
    }

    @Test
    void differencesAreShownWithAllDigits() {
        var session = Seeds.talk(Seeds.unique("digits"), 1);
        for (int i = 1; i <= 2; i++) {
            Seeds.appendUnder(
                    session,
                    "m0",
                    """
                    {"id":"d%1$d","role":"assistant","parts":[{"type":"tool-pay","toolCallId":"c","state":"output-available",
                      "input":{"account":1234567890123456789%1$d},"output":"ok"}]}"""
                            .formatted(i));
        }
        var fork = Seeds.unique("fork");
        api().post("/v1/sessions/{}/fork", session)
                .json(Json.object("id", fork, "name", "The fork"))
                .send()
                .expect(201);
        api().put("/v1/sessions/{}/metadata", session)
                .json("{\"price\":1.5}")
                .send()
                .expect(200);
        api().put("/v1/sessions/{}/metadata", fork)
                .json("{\"price\":1.50}")
                .send()
                .expect(200);
        try (var page = page().open(ConsolePage.session(session, "diff") + "?left=d1")) {
            page.sees("12345678901234567891").sees("12345678901234567892");
            page.field("With a fork").selectOption(fork);
            page.until("() => location.hash.includes('with=" + fork + "')");
            page.sees("Metadata").sees("1.50");
        }
    }

    @Test
    void idThatABrowserResolvesIsRefused() {
        try (var page = page().open("/sessions/..")) {
            page.sees("is not an id");
        }
    }

    @Test
    void runThatIsNotListedIsShown() {
        var session = Seeds.garden();
        Seeds.run(session, "first", "{\"status\":\"paused\",\"checkpoint\":{\"step\":77}}");
        for (int i = 0; i < 60; i++) {
            Seeds.run(session, "r" + i, "{\"status\":\"running\"}");
        }
        try (var page = page().open(ConsolePage.session(session, "state") + "?run=first")) {
            page.sees("\"step\": 77");
            assertEquals(0, page.link("first").count());
        }
    }

    @Test
    void sessionsBeforeAndAfterASplitAreLinked() {
        var session = Seeds.garden();
        var next = api().post("/v1/sessions/{}/split", session)
                .json(Json.object("summary", "Hazel in winter.", "name", "After the hazel"))
                .send()
                .expect(201)
                .at("/id");
        try (var page = page().open(ConsolePage.session(session))) {
            page.link("goes on in After the hazel").waitFor();
            var facts = page.page().locator(".facts-line").innerText();
            assertTrue(facts.replaceAll("\\s+", " ").contains("used 1.24K → 310 tokens"), facts);
            page.link("goes on in After the hazel").click();
            page.until("() => location.hash.includes('" + next + "')");
            page.link("begun by " + session).click();
            page.heading("The hazel by the gate").waitFor();
        }
    }

    @Test
    void namespaceWithoutANameIsChosen() {
        var session = Seeds.garden();
        var namespace = Seeds.unique("team");
        try (var page = page().open("/live?namespace=" + namespace)) {
            page.page().locator(".chip.on").waitFor();
            page.page().waitForResponse(response -> response.url().contains("/v1/events"), () -> page.field(
                            "Only the namespace without a name")
                    .check());
            page.until("() => location.hash === '#/live?unnamed=1'");
            page.page().locator(".chip.on").waitFor();
            Seeds.append(session, Seeds.message("live9", "user", "Do you see me?"));
            page.link("live9").waitFor();
            page.page().goBack();
            page.until("() => ![...document.querySelectorAll('.events a')].some(a => a.textContent === 'live9')");
            assertEquals(namespace, page.field("Namespace").inputValue());
            page.open("/runs?status=all&runId=r1");
            page.field("Run").fill("r2");
            page.button("Show").click();
            page.until("() => location.hash.includes('runId=r2')");
            page.page().goBack();
            page.until("() => document.querySelector('input[name=runId]').value === 'r1'");
        }
    }

    @Test
    void searchKeepsWhatIsTyped() {
        try (var page = page().open("/sessions")) {
            var field = page.field("Search messages");
            field.fill("oak ");
            page.until("() => location.hash.includes('q=oak')");
            assertEquals("oak ", field.inputValue());
            field.pressSequentially("tree");
            page.until("() => location.hash.includes('q=oak%20tree')");
            page.page().goBack();
            page.until("() => document.querySelector('main input[type=search]').value === ''");
            page.page().locator("summary").getByText("Filters").waitFor();
            page.field("Metadata").fill("topic = ");
            page.field("Metadata").press("Enter");
            page.sees("Type a key and a value");
        }
    }

    @Test
    void slidersWriteTheUrlOnceTheyRest() {
        var session = Seeds.talk(Seeds.unique("talk"), 30);
        try (var page = page().open(ConsolePage.session(session, "compaction") + "?tailTokenBudget=10&protectHead=1")) {
            page.sees("would be hidden");
            page.page()
                    .evaluate(
                            "() => { window.writes = 0; const replace = history.replaceState;"
                                    + " history.replaceState = function (...all) { window.writes++; return replace.apply(this, all); }; }");
            // Keys that Playwright presses may be further apart than the time after which a slider rests.
            page.page()
                    .locator("input[type=range]")
                    .first()
                    .evaluate("slider => { for (let i = 0; i < 8; i++) { slider.stepUp();"
                            + " slider.dispatchEvent(new Event('input', { bubbles: true })); } }");
            page.until("() => location.hash.includes('protectHead=9')");
            var writes = ((Number) page.page().evaluate("() => window.writes")).intValue();
            assertTrue(writes < 8, writes + " writes");
        }
    }

    @Test
    void sessionsAreExported() throws Exception {
        var session = Seeds.garden();
        var file = Path.of("target", "console", "export.jsonl");
        try (var page = page().open("/admin/import")) {
            page.field("Sessions").selectOption("one");
            page.assertAccessible("the export");
            page.page().waitForDownload(() -> page.button("Export").click()).saveAs(file);
        }
        assertTrue(Files.readString(file).contains(session));
    }

    @Test
    void sessionIsForkedAtASummary() {
        var session = Seeds.talk(Seeds.unique("talk"), 20);
        var fork = Seeds.unique("fork");
        api().post("/v1/sessions/{}/compactions", session)
                .json(Json.object("fromMessageId", "m2", "toMessageId", "m10", "summary", "Hedges."))
                .send()
                .expect(201);
        try (var page = page().open(ConsolePage.session(session))) {
            page.page().getByLabel("Actions for the summary").click();
            page.button("Fork from here…").click();
            page.field("Id").fill(fork);
            inDialog(page, "Fork");
            page.heading(fork).waitFor();
            page.page()
                    .locator("[data-message=m11]")
                    .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
            page.page()
                    .locator("[data-message]", new Page.LocatorOptions().setHasText("Hedges."))
                    .waitFor();
        }
        assertEquals("m10", api().get("/v1/sessions/{}", fork).send().at("/leafId"));
    }
}
