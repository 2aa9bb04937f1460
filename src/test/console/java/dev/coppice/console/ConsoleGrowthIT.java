package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Views 2, 4 and 8 together: agents append to a session while somebody reads it. */
class ConsoleGrowthIT extends ConsoleStory {

    private static final Pattern HISTORY = Pattern.compile(".*/v1/.*/history\\?.*");
    private static final Pattern TREE = Pattern.compile(".*/v1/.*/tree\\?.*");
    private static final int BRANCHES = 250;

    /** Opens a place of a session and waits until its events are followed. */
    private static void follow(ConsolePage page, String place) {
        page.page().waitForResponse(ConsoleGrowthIT::isEventStream, () -> page.open(place));
        page.page().locator(".messages[aria-busy=false]").waitFor();
    }

    private static boolean isEventStream(Response response) {
        return response.url().contains("/v1/") && response.url().contains("/events");
    }

    private static Locator message(ConsolePage page, String id) {
        return page.page().locator("[data-message=" + id + "]");
    }

    @Test
    void emptySessionGrows() {
        var session = Seeds.unique("empty");
        api().post("/v1/sessions").json("{\"id\":\"" + session + "\"}").send().expect(201);
        try (var page = page()) {
            follow(page, ConsolePage.session(session));
            page.sees("no message yet");
            Seeds.append(session, Seeds.message("first", "user", "Is anybody there?"));
            message(page, "first").waitFor();
        }
    }

    @Test
    void readerFarFromTheEndIsTold() {
        var session = Seeds.talk(Seeds.unique("talk"), 900);
        try (var page = page()) {
            follow(page, ConsolePage.session(session, "messages", "m0"));
            message(page, "m0").waitFor();
            Seeds.append(
                    session, Seeds.message("new1", "user", "Is it?"), Seeds.message("new2", "assistant", "It is."));
            page.sees("2 new messages");
            page.sees("902 messages");
            assertEquals(0, message(page, "new1").count());
            page.page().getByText("2 new messages").first().click();
            message(page, "new2").waitFor();
        }
    }

    @Test
    void noticeEndsWhenTheReaderReachesTheEnd() {
        var session = Seeds.talk(Seeds.unique("talk"), 60);
        try (var page = page()) {
            follow(page, ConsolePage.session(session, "messages", "m0"));
            message(page, "m59").waitFor();
            Seeds.append(
                    session, Seeds.message("new1", "user", "Is it?"), Seeds.message("new2", "assistant", "It is."));
            var notice = page.button("2 new messages below");
            notice.waitFor();
            page.page().locator(".messages").evaluate("list => { list.scrollTop = list.scrollHeight; }");
            notice.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
        }
    }

    /** The first history arrives late: what is appended meanwhile is neither in it nor lost. */
    @Test
    void messageAppendedDuringReadIsShown() {
        var session = Seeds.talk(Seeds.unique("talk"), 60);
        try (var page = page()) {
            var isFirst = new AtomicBoolean(true);
            page.page().route(HISTORY, route -> {
                if (!isFirst.getAndSet(false)) {
                    route.resume();
                    return;
                }
                var response = route.fetch();
                Seeds.append(session, Seeds.message("meanwhile", "user", "Did you miss this?"));
                route.fulfill(new Route.FulfillOptions().setResponse(response));
            });
            page.open(ConsolePage.session(session));
            message(page, "meanwhile").waitFor();
        }
    }

    @Test
    void treeGrowsWithTheTranscript() {
        var session = Seeds.garden();
        Seeds.appendUnder(
                session, "q1", Seeds.message("b1", "assistant", "In May."), Seeds.message("b2", "user", "Why?"));
        try (var page = page()) {
            follow(page, ConsolePage.session(session));
            page.page().locator(".minimap .run.current").waitFor();
            page.page()
                    .evaluate(
                            "() => { window.lost = 0; new MutationObserver(() => {"
                                    + " if (!document.querySelector('.minimap .run.on-path')) window.lost++; })"
                                    + ".observe(document.querySelector('.minimap'), { childList: true, subtree: true, attributes: true }); }");
            Seeds.append(session, Seeds.message("b3", "assistant", "Because."));
            message(page, "b3").waitFor();
            var last = page.page().locator(".minimap .run.on-path", new Page.LocatorOptions().setHasText("3 messages"));
            last.waitFor();
            assertEquals(0, page.page().evaluate("() => window.lost"));
            Seeds.appendUnder(session, "q1", Seeds.message("c1", "assistant", "In autumn."));
            page.button("New messages on another branch: show them").click();
            message(page, "c1").waitFor();
            page.sees("3/3");
        }
    }

    /** Edits and deletions may be among the events that are missing. */
    @Test
    void missingEventsAreOffered() {
        var session = Seeds.garden();
        try (var page = page()) {
            var attempts = new AtomicInteger();
            page.page().route(Pattern.compile(".*/v1/.*/events.*"), route -> {
                switch (attempts.incrementAndGet()) {
                    case 1 -> route.fulfill(new Route.FulfillOptions()
                            .setContentType("text/event-stream")
                            .setBody("retry: 100\n\nid: old\nevent: PromptRefreshed\ndata: {\"sessionId\":\"x\"}\n\n"));
                    case 2 -> route.fulfill(
                            new Route.FulfillOptions()
                                    .setStatus(410)
                                    .setContentType("application/problem+json")
                                    .setBody(
                                            "{\"status\":410,\"code\":\"events-gone\",\"title\":\"Gone\",\"detail\":\"Gone.\"}"));
                    default -> route.resume();
                }
            });
            page.open(ConsolePage.session(session));
            page.button("The session has changed: show it").click();
            page.button("The session has changed: show it")
                    .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
        }
    }

    /** The tree's second page arrives late. What is appended meanwhile does not begin the reading again. */
    @Test
    void treeIsReadToItsEndWhileTheSessionGrows() {
        var session = Seeds.talk(Seeds.unique("wide"), 1);
        Seeds.alternatives(session, "m0", BRANCHES);
        try (var page = page()) {
            var begun = new AtomicInteger();
            var held = new AtomicReference<Route>();
            page.page().route(TREE, route -> {
                if (!route.request().url().contains("cursor=")) {
                    begun.incrementAndGet();
                } else if (held.compareAndSet(null, route)) {
                    return;
                }
                route.resume();
            });
            follow(page, ConsolePage.session(session));
            page.page().waitForCondition(() -> held.get() != null);
            for (var id : List.of("new1", "new2", "new3")) {
                Seeds.append(session, Seeds.message(id, "user", "Is it long?"));
                message(page, id).waitFor();
            }
            assertEquals(1, begun.get());
            held.get().resume();
            message(page, "b" + (BRANCHES - 1))
                    .getByText(BRANCHES + "/" + BRANCHES)
                    .waitFor();
            // Afterwards it is read again: after a pause of several times that which the reading took.
            page.page()
                    .waitForCondition(() -> begun.get() == 2, new Page.WaitForConditionOptions().setTimeout(600_000));
        }
    }
}
