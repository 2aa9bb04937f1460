package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.coppice.support.Await;
import dev.coppice.support.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A session of 100,000 messages with 200 branches. Times are those that the page measures, the best of several runs:
 * other work on the machine makes single runs slower, never faster.
 */
class ConsoleLargeIT extends ConsoleStory {

    private static final int RUNS = 5;
    private static final int BRANCHES = 200;
    private static final int BRANCH = 10;

    /** The number of messages on the latest path; a smaller session saves minutes while a story is changed. */
    private static final int TRUNK = Integer.getInteger("coppice.console.messages", 100_000) - BRANCHES * BRANCH;

    private static final Figure OPEN =
            new Figure("A session of " + (TRUNK + BRANCHES * BRANCH) + " messages opens at a message", 1500);
    private static final Figure OPEN_LATEST =
            new Figure("A session of " + (TRUNK + BRANCHES * BRANCH) + " messages opens at its latest message", 1500);
    private static final Figure SCROLL = new Figure("Longest task while a transcript scrolls", 100);
    private static final Figure DRAW = new Figure("The tree is drawn once its data is there", 200);
    private static final String LAST = "m" + (TRUNK - 1);
    private static final String LATEST = "b" + (BRANCHES - 1) + "-" + (BRANCH - 1);
    private static String session;

    @BeforeAll
    static void createSession() {
        session = Seeds.talk(Seeds.unique("large"), TRUNK);
        for (int branch = 0; branch < BRANCHES; branch++) {
            var messages = new String[BRANCH];
            for (int i = 0; i < messages.length; i++) {
                messages[i] =
                        Seeds.message("b" + branch + "-" + i, i % 2 == 0 ? "assistant" : "user", "Branch " + branch);
            }
            Seeds.appendUnder(session, "m" + branch * (TRUNK / BRANCHES), messages);
        }
    }

    @Test
    void sessionOpensAtAMessage() {
        opens(OPEN, ConsolePage.session(session, "messages", LAST), LAST);
    }

    @Test
    void sessionOpensAtItsLatestMessage() {
        opens(OPEN_LATEST, ConsolePage.session(session), LATEST);
    }

    /** Measures the time from the beginning of the load until a message is there. */
    private static void opens(Figure figure, String place, String message) {
        double best = Double.MAX_VALUE;
        for (int run = 0; run < RUNS && best > figure.limit(); run++) {
            try (var page = page().open(place)) {
                page.page().locator("[data-message=" + message + "]").waitFor();
                best = Math.min(best, ((Number) page.page().evaluate("() => performance.now()")).doubleValue());
            }
        }
        figure.reached(best);
    }

    @Test
    void scrollingHasNoLongTasks() {
        double best = Double.MAX_VALUE;
        for (int run = 0; run < RUNS && best > SCROLL.limit(); run++) {
            try (var page = page().open(ConsolePage.session(session, "messages", LAST))) {
                page.page().locator("[data-message=" + LAST + "]").waitFor();
                page.page().locator("[data-message=m" + (TRUNK - 100) + "]").waitFor();
                page.page()
                        .evaluate(
                                "() => { window.longest = 0; new PerformanceObserver(list => { for (const e of list.getEntries())"
                                        + " window.longest = Math.max(window.longest, e.duration); }).observe({ type: 'longtask' }); }");
                page.page().locator(".messages").hover();
                for (int i = 0; i < 60; i++) {
                    page.page().mouse().wheel(0, -1200);
                    page.page().waitForTimeout(40);
                }
                // Wheels turned while earlier messages are being loaded move nothing.
                Await.until("earlier messages are shown", Duration.ofMinutes(2), () -> {
                    page.page().mouse().wheel(0, -1200);
                    var first = (String)
                            page.page().evaluate("() => document.querySelector('[data-message]').dataset.message");
                    return Integer.parseInt(first.substring(1)) < TRUNK - 200;
                });
                best = Math.min(best, ((Number) page.page().evaluate("() => window.longest")).doubleValue());
            }
        }
        SCROLL.reached(best);
    }

    @Test
    void treeIsDrawnOnceItsDataIsThere() {
        double best = Double.MAX_VALUE;
        for (int run = 0; run < RUNS && best > DRAW.limit(); run++) {
            try (var page = page()) {
                page.page()
                        .addInitScript(
                                "{ const read = Response.prototype.text; Response.prototype.text = async function () {"
                                        + " const text = await read.call(this); if (this.url.includes('/tree')) window.treeRead = performance.now(); return text; };"
                                        + " const wait = () => { if (document.querySelectorAll('.minimap [role=treeitem]').length > 5) window.treeDrawn ??= performance.now();"
                                        + " else requestAnimationFrame(wait); }; requestAnimationFrame(wait); }");
                page.open(ConsolePage.session(session, "messages", LAST));
                page.until("() => window.treeDrawn > 0 && window.treeRead > 0");
                best = Math.min(
                        best,
                        ((Number) page.page().evaluate("() => window.treeDrawn - window.treeRead")).doubleValue());
            }
        }
        DRAW.reached(best);
    }

    /** A hit deep behind a summary is read where it is, not from the summary's beginning on. */
    @Test
    void messageDeepBehindASummaryIsShownAtOnce() {
        var fork = Seeds.unique("compacted");
        api().post("/v1/sessions/{}/fork", session)
                .json(Json.object("id", fork, "atMessageId", LAST))
                .send()
                .expect(201);
        api().post("/v1/sessions/{}/compactions", fork)
                .json(Json.object("fromMessageId", "m3", "toMessageId", "m" + (TRUNK - 9), "summary", "A long talk."))
                .send()
                .expect(201);
        int deep = TRUNK / 2;
        try (var page = page()) {
            var requests = new AtomicInteger();
            page.page().onRequest(request -> {
                if (request.url().contains("/history?")) {
                    requests.incrementAndGet();
                }
            });
            page.open(ConsolePage.session(fork, "messages", "m" + deep));
            var target = page.page().locator(".hidden-messages [data-message=m" + deep + "]");
            target.waitFor();
            page.until("() => { const e = document.getElementById('m-m" + deep
                    + "').getBoundingClientRect(); return e.top > 0 && e.bottom < innerHeight; }");
            assertTrue(requests.get() < 10, requests + " requests");
            for (int i = 1; i <= 3; i++) {
                page.button("Earlier hidden messages").click();
                page.page()
                        .locator(".hidden-messages [data-message=m" + (deep - 200 * i) + "]")
                        .waitFor();
            }
            page.until("() => document.querySelectorAll('.hidden-messages [data-message]').length <= 320");
            page.button("More hidden messages").click();
            page.page().locator(".hidden-messages[aria-busy=false]").waitFor();
            page.open(ConsolePage.session(fork, "messages", "m5"));
            page.page().locator(".hidden-messages [data-message=m5]").waitFor();
            page.button("Earlier hidden messages").click();
            page.page().locator(".hidden-messages [data-message=m3]").waitFor();
            page.button("Earlier hidden messages")
                    .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
            assertEquals(
                    0, page.page().locator(".hidden-messages [data-message=m2]").count());
        }
    }

    @Test
    void beginningIsReachedByKey() {
        try (var page = page().open(ConsolePage.session(session, "messages", LAST))) {
            page.page().locator("[data-message=" + LAST + "]").waitFor();
            page.page().locator(".minimap [role=treeitem]").first().waitFor();
            page.page().keyboard().press("Home");
            page.page().locator("[data-message=m0]").waitFor();
        }
    }

    @Test
    void treeOfLargeSessionLooksRight() {
        for (var look : List.of(Look.LIGHT, Look.DARK)) {
            try (var page = page(look).open(ConsolePage.session(session, "messages", LAST))) {
                page.page().locator(".minimap [role=treeitem]").first().waitFor();
                page.page().locator("[data-message=m" + (TRUNK - 10) + "]").waitFor();
                page.shot("4-tree-large-" + look).assertAccessible("large tree");
            }
        }
    }
}
