package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.coppice.support.Await;
import dev.coppice.support.EventStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** View 8: somebody watches what agents do. */
class ConsoleLiveIT extends ConsoleStory {

    private static final Pattern EVENTS = Pattern.compile(".*/v1/.*events(\\?.*)?");

    @Test
    void eventsAppearPauseAndAreFiltered() {
        var session = Seeds.garden();
        try (var page = page().open("/live")) {
            page.page().locator(".chip.on").waitFor();
            Seeds.append(session, Seeds.message("live1", "user", "Do you see me?"));
            page.link("live1").waitFor();
            page.button("Pause").click();
            Seeds.append(session, Seeds.message("live2", "assistant", "I do."));
            page.sees("1 event waiting");
            assertEquals(0, page.link("live2").count());
            page.button("Continue").click();
            page.link("live2").waitFor();
            page.sees("Types");
            page.page()
                    .locator("summary", new Page.LocatorOptions().setHasText("Types"))
                    .click();
            page.field("messages appended").uncheck();
            page.until("() => ![...document.querySelectorAll('.events a')].some(a => a.textContent === 'live2')");
            assertTrue(page.place().contains("hide=MessageAppended"), page.place());
        }
    }

    @Test
    void lostConnectionIsShownAndNothingIsMissing() {
        var session = Seeds.garden();
        try (var page = page()) {
            // The first stream is lost before its first event. The next connection is refused, and so are others until
            // the page has shown it.
            var attempts = new AtomicInteger();
            var isShown = new AtomicBoolean();
            var resumed = new ArrayDeque<String>();
            page.page().route(EVENTS, route -> {
                resumed.add(String.valueOf(route.request().headerValue("last-event-id")));
                int attempt = attempts.incrementAndGet();
                if (attempt == 1) {
                    route.fulfill(new Route.FulfillOptions()
                            .setContentType("text/event-stream")
                            .setBody("retry: 500\nid: " + lastEventId(session) + "\n\n"));
                } else if (attempt == 2 || !isShown.get()) {
                    route.abort();
                } else {
                    route.resume();
                }
            });
            page.open(ConsolePage.session(session, "live"));
            page.sees("connection lost");
            isShown.set(true);
            Seeds.append(session, Seeds.message("missed", "user", "While you were away"));
            page.link("missed").waitFor();
            page.sees("live");
            assertEquals("null", resumed.poll());
            assertTrue(resumed.stream().allMatch(id -> id.startsWith("ZX")), resumed.toString());
        }
    }

    @Test
    void gapIsShownWhenLogNoLongerReachesBack() {
        var session = Seeds.garden();
        try (var page = page()) {
            var attempts = new AtomicInteger();
            page.page().route(EVENTS, route -> {
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
            page.open(ConsolePage.session(session, "live"));
            page.sees("Events are missing here");
            page.page().locator(".chip.on").waitFor();
        }
    }

    /** The id of the last event of a session: that of a message that this appends. */
    private static String lastEventId(String session) {
        try (var events = EventStream.open(api().get("/v1/sessions/{}/events", session))) {
            Seeds.append(session, Seeds.message(Seeds.unique("e"), "user", "Event"));
            Await.until("the event is received", Duration.ofMinutes(1), () -> !events.events()
                    .isEmpty());
            return events.events().get(0).id();
        }
    }

    @Test
    void everyLookIsAccessible() {
        var session = Seeds.garden();
        everyLook("8-live", "/live", page -> {
            page.page().locator(".chip.on").waitFor();
            var id = Seeds.unique("m");
            Seeds.append(session, Seeds.message(id, "user", "Hello"), Seeds.message(id + "b", "assistant", "Hello."));
            Seeds.write(session, "memory", "Seen " + id);
            page.link(id).waitFor();
        });
    }
}
