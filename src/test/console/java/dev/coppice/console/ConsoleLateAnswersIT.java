package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.coppice.support.Await;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Answers that arrive when somebody uses another page: the page stays, and a notice says what has happened. */
class ConsoleLateAnswersIT extends ConsoleStory {

    private static final Duration BOUND = Duration.ofMinutes(2);

    /** Waits for the transcript, and holds its next request of a method to a path. */
    private static AtomicReference<Route> hold(ConsolePage page, String method, String path) {
        page.page().locator("[data-message=a4]").waitFor();
        var held = new AtomicReference<Route>();
        // Only this path: a route is answered only while the test calls Playwright, so an undo would wait for ever.
        page.page().route(Pattern.compile("/v1/sessions/[^/]*/" + path + "(\\?.*)?$"), route -> {
            if (!route.request().method().equals(method) || !held.compareAndSet(null, route)) {
                route.resume();
            }
        });
        return held;
    }

    /** Opens another view and types there before the request is answered. */
    private static void answerLate(ConsolePage page, AtomicReference<Route> held, String notice) {
        page.page().waitForCondition(() -> held.get() != null);
        page.link("Prompt").click();
        var limit = page.field("Limit in tokens");
        limit.fill("1234");
        held.get().resume();
        page.page()
                .locator(".toast")
                .getByText(notice, new Locator.GetByTextOptions().setExact(true))
                .waitFor();
        assertTrue(page.place().contains("/prompt?"), page.place());
        assertEquals("1234", limit.inputValue());
    }

    private static void awaitMessages(String session, int count) {
        Await.until(count + " messages", BOUND, () -> Seeds.historyIds(session).size() == count);
    }

    @Test
    void appendDoesNotLeadBack() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            var held = hold(page, "POST", "messages");
            page.field("Message to append").fill("Are you there?");
            page.button("Append").click();
            answerLate(page, held, "Appended");
            page.button("Undo").click();
            awaitMessages(session, 8);
        }
    }

    @Test
    void deletionDoesNotLeadBack() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            var held = hold(page, "DELETE", "messages/a4");
            page.page()
                    .getByLabel("Actions for message a4", new Page.GetByLabelOptions().setExact(true))
                    .click();
            page.button("Delete…").click();
            inDialog(page, "Delete");
            answerLate(page, held, "Deleted");
            page.button("Undo").click();
            awaitMessages(session, 8);
        }
    }

    @Test
    void deletionOfAllMessagesDoesNotLeadBack() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            var held = hold(page, "POST", "clear");
            page.page().locator("summary").getByText("Session").click();
            page.button("Delete all messages…").click();
            inDialog(page, "Delete all messages");
            answerLate(page, held, "All messages were deleted");
            awaitMessages(session, 0);
        }
    }
}
