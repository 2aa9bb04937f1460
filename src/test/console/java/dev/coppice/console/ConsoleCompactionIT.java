package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Route;
import dev.coppice.support.Json;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** View 6: somebody sees what a compaction would hide, moves head and tail, and runs it. */
class ConsoleCompactionIT extends ConsoleStory {

    private static String place(String session) {
        return ConsolePage.session(session, "compaction");
    }

    @Test
    void slidersMoveWhatWouldBeHidden() {
        var session = Seeds.talk(Seeds.unique("talk"), 40);
        try (var page = page().open(place(session) + "?tailTokenBudget=100")) {
            page.page().locator(".hidden-soon").first().waitFor();
            int before = page.page().locator(".hidden-soon").count();
            page.page().getByLabel("Head: protected messages at the beginning").focus();
            for (int i = 0; i < 5; i++) {
                page.page().keyboard().press("ArrowRight");
            }
            page.until("() => location.hash.includes('protectHead=8')");
            page.until("() => document.querySelectorAll('.hidden-soon').length === " + (before - 5));
            assertTrue(page.page().locator(".chip.on").innerText().contains("history"));
            page.page().reload();
            page.until("() => document.querySelectorAll('.hidden-soon').length === " + (before - 5));
        }
    }

    /** The range of a long session is far from its end: what is near both ends of the range is drawn. */
    @Test
    void bothEndsOfARangeFarFromTheEndAreShaded() {
        var session = Seeds.talk(Seeds.unique("talk"), 1500);
        try (var page = page().open(place(session) + "?protectHead=2&tailTokenBudget=12000")) {
            page.sees("near both ends of the range").sees("more messages, which would be hidden, too");
            page.page()
                    .locator(".outline li:not(.hidden-soon) a[href$='/messages/m1']")
                    .waitFor();
            page.page()
                    .locator(".outline li.hidden-soon a[href$='/messages/m2']")
                    .waitFor();
            var plan = api().post("/v1/sessions/{}/compact", session)
                    .query("dryRun", true)
                    .json("{\"protectHead\":2,\"tailTokenBudget\":12000}")
                    .send();
            int last = Integer.parseInt(plan.at("/plan/toMessageId").substring(1));
            page.page()
                    .locator(".outline li.hidden-soon a[href$='/messages/m" + last + "']")
                    .waitFor();
            page.page()
                    .locator(".outline li:not(.hidden-soon) a[href$='/messages/m" + (last + 1) + "']")
                    .waitFor();
            page.shot("6-compaction-long").assertAccessible("preview of a long session");
        }
    }

    /** A slider asks for many plans; none of them needs the messages. */
    @Test
    void slidersDownloadNoMessages() {
        var session = Seeds.talk(Seeds.unique("talk"), 40);
        try (var page = page()) {
            var plan = page.page()
                    .waitForResponse(
                            response -> response.url().contains("dryRun=true"),
                            () -> page.open(place(session) + "?tailTokenBudget=100"));
            assertTrue(plan.text().contains("\"messages\":[]"), plan.text());
            page.page().locator(".hidden-soon").first().waitFor();
        }
    }

    @Test
    void nothingToCompactIsExplained() {
        var session = Seeds.talk(Seeds.unique("talk"), 4);
        try (var page = page().open(place(session))) {
            page.page().locator(".hint").waitFor();
            assertTrue(page.button("Compact now").isDisabled());
        }
    }

    /** Other limits would compact other messages. */
    @Test
    void limitsOfAnAgentThatCannotBeReadAreNotGuessed() {
        var agents = Pattern.compile(".*/v1/agents/.*");
        try (var page = page()) {
            page.page()
                    .route(
                            agents,
                            route -> route.fulfill(
                                    new Route.FulfillOptions()
                                            .setStatus(500)
                                            .setContentType("application/problem+json")
                                            .setBody(
                                                    "{\"status\":500,\"code\":\"odd\",\"title\":\"Odd\",\"detail\":\"Out of order.\"}")));
            page.open(place(Seeds.garden()));
            page.sees("Out of order.");
            assertEquals(0, page.button("Compact now").count());
            page.page().unroute(agents);
            page.button("Try again").click();
            page.sees("Preview of the next compaction");
            assertEquals("2", head(page), "that of the agent");
        }
    }

    @Test
    void agentThatDoesNotExistHasNoLimits() {
        var session = Seeds.unique("talk");
        api().post("/v1/sessions")
                .json(Json.object("id", session, "agent", Seeds.unique("nobody")))
                .send()
                .expect(201);
        try (var page = page().open(place(session))) {
            page.sees("Preview of the next compaction");
            assertEquals("3", head(page), "that of the server");
        }
    }

    private static String head(ConsolePage page) {
        return page.page()
                .getByLabel("Head: protected messages at the beginning")
                .inputValue();
    }

    @Test
    void compactionRunsAndIsUndone() {
        var session = Seeds.talk(Seeds.unique("talk"), 40);
        try (var page = page().open(place(session) + "?tailTokenBudget=100")) {
            page.button("Compact now").click();
            page.button("Compact").click();
            page.sees("Compacted:");
            page.page().getByLabel("Compaction of").first().waitFor();
            assertTrue(Seeds.historyIds(session).stream().anyMatch(id -> id.startsWith("compaction_")));
            page.page().locator(".toast .action").click();
            page.sees("The compaction is undone.");
            page.sees("This session was never compacted.");
        }
        assertEquals(40, Seeds.historyIds(session).size());
    }

    @Test
    void pastedSummaryReplacesRange() {
        var session = Seeds.talk(Seeds.unique("talk"), 40);
        try (var page = page().open(place(session) + "?tailTokenBudget=100")) {
            page.button("Paste a summary").click();
            page.field("Summary").fill("They spoke of hedges.");
            page.button("Store").click();
            page.sees("The summary is stored.");
            page.sees("They spoke of hedges.");
        }
    }

    @Test
    void everyLookIsAccessible() {
        var session = Seeds.talk(Seeds.unique("talk"), 60);
        api().post("/v1/sessions/{}/compactions", session)
                .json(
                        "{\"fromMessageId\":\"m3\",\"toMessageId\":\"m20\",\"summary\":\"They spoke of hedges and ponds.\"}")
                .send()
                .expect(201);
        everyLook("6-compaction", place(session) + "?tailTokenBudget=200", page -> {
            page.sees("would be hidden");
            page.page().locator(".hidden-soon").first().waitFor();
            page.sees("They spoke of hedges and ponds.");
        });
    }
}
