package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Keyboard;
import org.junit.jupiter.api.Test;

/** The console without a mouse: every view is reached and used by keys, and the focus is always visible. */
class ConsoleKeyboardIT extends ConsoleStory {

    private static void press(Keyboard keyboard, String... keys) {
        for (var key : keys) {
            keyboard.press(key);
        }
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
                {"g", "a", "/admin"},
                {"g", "s", "/sessions"}
            }) {
                press(keyboard, view[0], view[1]);
                page.until("() => location.hash.startsWith('#" + view[2] + "')");
                page.page().locator("main h1").waitFor();
            }
            page.open(ConsolePage.session(session));
            page.page().locator("[data-message=a4]").waitFor();
            for (var view : new String[][] {
                {"g", "p", "prompt"},
                {"g", "c", "compaction"},
                {"g", "d", "diff"},
                {"g", "e", "live"},
                {"g", "w", "state"}
            }) {
                press(keyboard, view[0], view[1]);
                page.until("() => location.hash.endsWith('/" + view[2] + "')");
                page.page()
                        .locator(".session-page .tabs a[aria-current=page]")
                        .first()
                        .waitFor();
            }
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
    void focusIsVisibleOnEveryControl() {
        var session = Seeds.garden();
        for (var place : new String[] {
            "/sessions",
            ConsolePage.session(session, "prompt"),
            ConsolePage.session(session, "compaction"),
            "/admin",
            "/users/ada"
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
