package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.coppice.support.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The console without a mouse: every view is reached and used by keys, and the focus is always visible. */
class ConsoleKeyboardIT extends ConsoleStory {

    private static final Locator.WaitForOptions GONE =
            new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED);

    private static void press(Keyboard keyboard, String... keys) {
        for (var key : keys) {
            keyboard.press(key);
        }
    }

    /**
     * Presses two keys after each other until a function of the page returns true: on a busy machine the second key may
     * be later than the 1.2 seconds that a shortcut allows.
     */
    private static void pressUntil(ConsolePage page, String script, String first, String second) {
        Await.until(script, Duration.ofMinutes(2), () -> {
            press(page.page().keyboard(), first, second);
            return Boolean.TRUE.equals(page.page().evaluate(script));
        });
    }

    @Test
    void viewsAreReachedByKeys() {
        var session = Seeds.garden();
        try (var page = page().open("/sessions")) {
            var keyboard = page.page().keyboard();
            page.page().locator("tbody tr").first().waitFor();
            press(keyboard, "?");
            page.page().locator("dialog dt").first().waitFor();
            press(keyboard, "Escape");
            for (var view : new String[][] {
                {"g", "l", "/live"},
                {"g", "r", "/runs"},
                {"g", "u", "/users"},
                {"g", "n", "/agents"},
                {"g", "a", "/admin"},
                {"g", "s", "/sessions"}
            }) {
                pressUntil(page, "() => location.hash.startsWith('#" + view[2] + "')", view[0], view[1]);
                page.page().locator("main h1").waitFor();
            }
            page.open(ConsolePage.session(session));
            page.page().locator("[data-message=a4]").waitFor();
            for (var view : new String[][] {
                {"g", "p", "prompt", "Prompt"},
                {"g", "c", "compaction", "Compaction"},
                {"g", "d", "diff", "Differences"},
                {"g", "e", "live", "Events"},
                {"g", "w", "state", "Runs and state"}
            }) {
                pressUntil(page, "() => location.hash.endsWith('/" + view[2] + "')", view[0], view[1]);
                page.page()
                        .locator(".session-page .tabs a[aria-current=page]")
                        .getByText(view[3])
                        .waitFor();
            }
        }
    }

    @Test
    void keysWorkWhileViewIsLoaded() {
        var session = Seeds.garden();
        try (var page = page()) {
            page.page().route("**/views/diff.js", route -> {}); // its answer never comes
            page.open(ConsolePage.session(session));
            page.page().locator("[data-message=a4]").waitFor();
            pressUntil(page, "() => location.hash.endsWith('/diff')", "g", "d");
            page.sees("Loading");
            pressUntil(page, "() => location.hash.endsWith('/state')", "g", "w");
        }
    }

    /** A page is visible before it moves the focus to its heading: who types at once must not lose the field. */
    @Test
    void fieldInUseKeepsFocus() {
        try (var page = page()) {
            page.page()
                    .addInitScript(
                            """
                    new MutationObserver((changes, observer) => {
                        const field = document.querySelector('main form input');
                        if (field) {
                            observer.disconnect();
                            field.focus();
                        }
                    }).observe(document, { childList: true, subtree: true });""");
            page.open("/users");
            page.until("() => document.title.startsWith('Users')");
            page.until("() => document.activeElement.name === 'user'");
        }
    }

    @Test
    void transcriptIsReadByKeys() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session, "messages", "q2"))) {
            page.page().locator("[data-message=q2]").waitFor();
            page.page().locator("[data-message=a4]").waitFor();
            page.page().locator(".messages[aria-busy=false]").waitFor();
            page.page().locator(".minimap").waitFor();
            press(page.page().keyboard(), "j");
            page.until("() => document.activeElement.closest('[data-message]')?.dataset.message === 'a2'");
            press(page.page().keyboard(), "k", "k");
            page.until("() => document.activeElement.closest('[data-message]')?.dataset.message === 'a1'");
        }
    }

    @Test
    void treeIsWalkedByKeys() {
        var session = Seeds.garden();
        Seeds.appendUnder(
                session, "q1", Seeds.message("b1", "assistant", "In May."), Seeds.message("b2", "user", "Why?"));
        Seeds.appendUnder(session, "a4", Seeds.message("q5", "user", "Thank you."));
        // The rows: q1, then the branch that begins with b1, then the rest of the shown path.
        try (var page = page().open(ConsolePage.session(session))) {
            page.page().locator(".minimap .run.on-path").nth(1).waitFor();
            page.page().locator("[data-message=q5]").waitFor();
            press(page.page().keyboard(), "m");
            page.until("() => document.activeElement.matches('.minimap')");
            for (var step : new String[][] {
                {"Home", "q1"},
                {"ArrowRight", "a1"},
                {"ArrowUp", "b1"},
                {"ArrowLeft", "q1"},
                {"ArrowDown", "b1"},
                {"ArrowDown", "a1"},
                {"PageUp", "q1"},
                {"End", "a1"}
            }) {
                step(page, step[0], step[1]);
            }
        }
    }

    /** Presses a key in the tree and waits until the transcript shows where it leads. */
    private static void step(ConsolePage page, String key, String message) {
        press(page.page().keyboard(), key);
        page.until("() => location.hash.includes('/messages/" + message + "')");
        page.until("() => document.querySelector('.messages').ariaBusy === 'false'"
                + " && document.querySelector('.minimap .run.current')?.dataset.first === '" + message + "'");
    }

    /** The branch that is shown would be the last one of the fork, so the rows keep their order while keys are used. */
    @Test
    void branchesOfOneForkAreWalkedByKeys() {
        var session = Seeds.talk(Seeds.unique("fork"), 0);
        Seeds.append(session, Seeds.message("q1", "user", "When?"), Seeds.message("c1", "assistant", "In May."));
        Seeds.appendUnder(session, "q1", Seeds.message("b1", "assistant", "In June."));
        Seeds.appendUnder(session, "q1", Seeds.message("a1", "assistant", "In July."));
        try (var page = page().open(ConsolePage.session(session))) {
            page.page().locator(".minimap .run").nth(3).waitFor();
            page.page().locator("[data-message=a1]").waitFor();
            press(page.page().keyboard(), "m");
            page.until("() => document.activeElement.matches('.minimap')");
            step(page, "Home", "q1");
            for (var branch : new String[] {"c1", "b1", "a1"}) {
                step(page, "ArrowDown", branch);
                page.page().locator("[data-message=" + branch + "]").waitFor();
            }
            for (var branch : new String[] {"b1", "c1", "q1"}) {
                step(page, "ArrowUp", branch);
            }
            press(page.page().keyboard(), "Alt+ArrowDown");
            step(page, "ArrowDown", "c1");
        }
    }

    @Test
    void letterKeysAreSwitchedOff() {
        try (var page = page().open("/live")) {
            page.page().locator("main h1").waitFor();
            var keyboard = page.page().keyboard();
            press(keyboard, "?");
            page.field("Letters and signs are keys; without them only keys such as Home and the arrows")
                    .uncheck();
            page.assertAccessible("the keys");
            press(keyboard, "Escape");
            press(keyboard, "g", "u", "?");
            assertEquals("/live", page.place());
            assertEquals(0, page.page().locator("dialog").count());
            page.page().reload();
            page.page().locator("main h1").waitFor();
            press(keyboard, "g", "u");
            page.button("Show the keys").click();
            page.field("Letters and signs are keys; without them only keys such as Home and the arrows")
                    .check();
            press(keyboard, "Escape");
            pressUntil(page, "() => location.hash.startsWith('#/users')", "g", "u");
        }
    }

    @Test
    void focusReturnsFromMenuAndDialog() {
        try (var page = page().open(ConsolePage.session(Seeds.garden()))) {
            var menu = page.page().locator(".session-header summary");
            menu.waitFor();
            menu.focus();
            press(page.page().keyboard(), "Enter");
            page.button("Rename…").waitFor();
            press(page.page().keyboard(), "Tab", "Enter");
            page.field("Name").waitFor();
            page.until("() => document.activeElement.closest('dialog') !== null");
            press(page.page().keyboard(), "Escape");
            page.until("() => document.activeElement.matches('.session-header summary')");
        }
    }

    @Test
    void noticeWaitsForTheReaderAndIsUndoneByKey() {
        var session = Seeds.garden();
        try (var page = page()) {
            page.page().clock().install();
            page.open(ConsolePage.session(session));
            page.page().locator("[data-message=a4]").waitFor();
            page.field("Message to append").fill("Never mind.");
            page.button("Append").click();
            page.sees("Appended");
            var append = page.button("Append").boundingBox();
            var toast = page.page().locator(".toast").boundingBox();
            assertTrue(toast.y + toast.height <= append.y, "a notice covers the button");
            page.page().locator(".toast .action").focus();
            page.page().clock().runFor(60_000);
            assertEquals(1, page.page().locator(".toast").count());
            press(page.page().keyboard(), "u");
            page.page().locator(".toast").waitFor(GONE);
            Await.until("the append is undone", Duration.ofMinutes(2), () -> "a4"
                    .equals(api().get("/v1/sessions/{}", session).send().at("/leafId")));
            page.until("() => !document.querySelector('.messages').textContent.includes('Never mind.')");
        }
    }

    /** Targets of a pointer are at least 24 pixels high and wide; axe does not take those of the tree for targets. */
    @Test
    void rowsOfTheTreeAreLargeEnough() {
        try (var page = page().open(ConsolePage.session(Seeds.garden()))) {
            var box = page.page().locator(".minimap .hit-area").first().boundingBox();
            assertTrue(box.height >= 24 && box.width >= 24, box.width + " x " + box.height);
        }
    }

    @Test
    void focusIsVisibleOnEveryControl() {
        var session = Seeds.garden();
        Seeds.run(session, "r1", "{\"status\":\"paused\",\"requirements\":[{\"type\":\"confirmation\"}]}");
        for (var place : new String[] {
            "/sessions",
            "/live",
            ConsolePage.session(session),
            ConsolePage.session(session, "live"),
            ConsolePage.session(session, "diff"),
            ConsolePage.session(session, "prompt"),
            ConsolePage.session(session, "compaction"),
            "/admin",
            "/users/ada",
            "/runs",
            ConsolePage.session(session, "state") + "?run=r1",
            "/agents"
        }) {
            try (var page = page().open(place)) {
                page.page().locator("main h1").first().waitFor();
                page.until("() => !document.querySelector('.busy')");
                for (int i = 0; i < 25; i++) {
                    page.page().keyboard().press("Tab");
                    var visible = page.page()
                            .evaluate(
                                    "() => { const e = document.activeElement; if (e === document.body) return true;"
                                            + " const s = getComputedStyle(e); const b = e.getBoundingClientRect();"
                                            + " return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 && b.width > 0; }");
                    assertTrue(
                            Boolean.TRUE.equals(visible),
                            place + ": "
                                    + page.page().evaluate("() => document.activeElement.outerHTML.slice(0, 200)"));
                }
            }
        }
    }
}
