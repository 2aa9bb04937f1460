package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.coppice.support.Json;
import org.junit.jupiter.api.Test;

/** Views 2 to 4: somebody reads a conversation, its other branches, and what a summary hides. */
class ConsoleTranscriptIT extends ConsoleStory {

    private static final Locator.WaitForOptions HIDDEN =
            new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN);

    private static String compacted() {
        var session = Seeds.talk(Seeds.unique("talk"), 60);
        for (var range : new String[][] {{"m2", "m10"}, {"m2", "m30"}}) {
            api().post("/v1/sessions/{}/compactions", session)
                    .json(Json.object(
                            "fromMessageId",
                            range[0],
                            "toMessageId",
                            range[1],
                            "summary",
                            "They spoke of hedges, up to " + range[1] + "."))
                    .send()
                    .expect(201);
        }
        return session;
    }

    @Test
    void toolsReasoningAndImagesAreShown() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            page.sees("7.5 degrees");
            var tool = page.page().locator("details.tool", new Page.LocatorOptions().setHasText("weather"));
            tool.getByLabel("Result").waitFor(HIDDEN);
            tool.locator("summary").click();
            tool.getByLabel("Arguments").getByText("Ashford").waitFor();
            tool.getByLabel("Result").getByText("clear").waitFor();
            page.page().getByText("I have a tool for it").waitFor(HIDDEN);
            page.page().getByText("Reasoning").first().click();
            page.sees("I have a tool for it");
            page.page().locator("[data-message=q3] img").waitFor();
            assertEquals(
                    true,
                    page.page()
                            .locator("[data-message=q3] img")
                            .evaluate("image => image.complete && image.naturalWidth > 0"));
        }
    }

    @Test
    void alternativesAreVisited() {
        var session = Seeds.garden();
        Seeds.appendUnder(session, "q1", Seeds.message("b1", "assistant", "In February."));
        try (var page = page().open(ConsolePage.session(session, "messages", "b1"))) {
            page.sees("In February.").sees("2/2");
            page.page()
                    .locator("[data-message=b1]")
                    .getByLabel("Previous alternative")
                    .click();
            page.page().locator("[data-message=a1]").waitFor();
            page.sees("1/2");
            page.page().reload();
            page.sees("1/2");
        }
    }

    @Test
    void summaryOpensInPlaceAndIsUndone() {
        var session = compacted();
        try (var page = page().open(ConsolePage.session(session))) {
            page.sees("stands for").sees("29 messages");
            page.page().locator(".summary button[aria-expanded]").click();
            page.page().locator(".hidden-messages [data-message=m5]").waitFor();
            page.sees("superseded");
            page.page().locator(".summary").getByText("Undo…").click();
            page.button("Undo it").click();
            page.sees("The compaction was undone");
        }
    }

    @Test
    void messageIsAppendedForkedAndUndone() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            page.field("Message to append").fill("One more question.");
            page.button("Append").click();
            page.page()
                    .locator("[data-message]", new Page.LocatorOptions().setHasText("One more question."))
                    .waitFor();
            page.button("Undo").click();
            page.until(
                    "() => ![...document.querySelectorAll('[data-message]')].some(m => m.textContent.includes('One more question.'))");
            page.page()
                    .getByLabel("Actions for message a1", new Page.GetByLabelOptions().setExact(true))
                    .click();
            page.button("Fork from here…").click();
            page.field("Name of the new session").fill("What if");
            page.button("Fork").click();
            page.heading("What if").waitFor();
            page.page().locator("[data-message=a1]").waitFor();
            assertEquals(2, page.page().locator("[data-message]").count());
        }
    }

    @Test
    void openSessionGrowsWithoutJumping() {
        var session = Seeds.talk(Seeds.unique("talk"), 60);
        try (var page = page()) {
            page.page()
                    .waitForResponse(
                            response -> response.url().contains("/v1/")
                                    && response.url().contains("/events"),
                            () -> page.open(ConsolePage.session(session)));
            page.page().locator("[data-message=m59]").waitFor();
            page.page()
                    .locator("[data-message=m0]")
                    .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
            page.page().evaluate("() => document.querySelector('.messages').scrollTop -= 2000");
            var before = page.page().evaluate("() => document.querySelector('.messages').scrollTop");
            Seeds.append(
                    session,
                    Seeds.message("new1", "user", "Are you there?"),
                    Seeds.message("new2", "assistant", "Yes."));
            page.page().locator("[data-message=new2]").waitFor();
            page.sees("2 new messages");
            assertEquals(before, page.page().evaluate("() => document.querySelector('.messages').scrollTop"));
            page.page().getByText("2 new messages").first().click();
            page.until(
                    "() => { const e = document.querySelector('[data-message=new2]').getBoundingClientRect(); return e.top < innerHeight; }");
        }
    }

    @Test
    void readerWhoScrolledAwayIsNotTakenBack() {
        var session = Seeds.talk(Seeds.unique("talk"), 60);
        try (var page = page().open(ConsolePage.session(session))) {
            page.page().locator("[data-message=m59]").waitFor();
            page.until(
                    "() => { const list = document.querySelector('.messages');"
                            + " return list.ariaBusy === 'false' && list.scrollTop + list.clientHeight > list.scrollHeight - 2; }");
            // An image that arrives keeps the end in view, but not before the browser has told of the scrolling.
            var top = page.page()
                    .evaluate(
                            "() => { const list = document.querySelector('.messages'); list.scrollTop = 0;"
                                    + " list.querySelector('article').dispatchEvent(new Event('load')); return list.scrollTop; }");
            assertEquals(0, top);
        }
    }

    @Test
    void treeMovesTranscript() {
        var session = Seeds.garden();
        Seeds.appendUnder(
                session,
                "q1",
                Seeds.message("b1", "assistant", "In February."),
                Seeds.message("b2", "user", "Thanks."));
        try (var page = page().open(ConsolePage.session(session))) {
            var tree = page.page().locator(".minimap");
            tree.locator("[role=treeitem]").nth(2).waitFor();
            tree.focus();
            page.page().keyboard().press("Home");
            page.until("() => location.hash.includes('/messages/q1')");
            assertTrue(tree.locator("[role=treeitem]").count() >= 3);
        }
    }

    @Test
    void everyLookIsAccessible() {
        var session = Seeds.garden();
        Seeds.appendUnder(
                session,
                "q1",
                Seeds.message("b1", "assistant", "In February."),
                Seeds.message("b2", "user", "Thanks."));
        everyLook("2-transcript", ConsolePage.session(session, "messages", "a4"), page -> page.sees("7.5 degrees"));
        everyLook("3-overlays", ConsolePage.session(compacted()), page -> {
            page.sees("stands for");
            page.page().locator(".summary button[aria-expanded]").click();
            var hidden = page.page().locator(".hidden-messages [data-message=m3]");
            hidden.waitFor();
            hidden.scrollIntoViewIfNeeded();
        });
    }
}
