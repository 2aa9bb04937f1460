package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitUntilState;
import dev.coppice.support.Api;
import dev.coppice.support.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of the console in a browser of its own. Collects what must never happen: native dialogs, requests to other
 * servers, violations of the content security policy, errors of scripts. {@link #close} fails if there was any. Not
 * thread-safe.
 */
final class ConsolePage implements AutoCloseable {

    private static final Path SHOTS = Path.of("target", "console");
    private static final String AXE = axe();
    private static final double TIMEOUT = 120_000;

    /** Notices go away after 4 or 12 seconds, which may be before a story on a busy machine has clicked them. */
    private static final String LONGER_NOTICES =
            "{ const set = window.setTimeout; window.setTimeout = (run, time, ...rest) =>"
                    + " set(run, time === 4000 || time === 12000 ? 4 * time : time, ...rest); }";

    private final String base = ConsoleServer.server().uri().toString();
    private final BrowserContext context;
    private final Page page;
    private final List<String> offences = new ArrayList<>();

    /** Opens a browser without a page. A token that is not null signs in. */
    ConsolePage(Look look, String token) {
        context = ConsoleServer.chromium()
                .browser()
                .newContext(new NewContextOptions()
                        .setViewportSize(look.width(), look.height())
                        .setColorScheme(look.colors())
                        .setLocale("en-US")
                        .setTimezoneId("UTC")
                        .setAcceptDownloads(true));
        context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
        context.setDefaultTimeout(TIMEOUT);
        context.addInitScript("addEventListener('securitypolicyviolation', e => console.error('CSP violation: '"
                + " + e.violatedDirective + ' ' + e.blockedURI))");
        context.addInitScript(LONGER_NOTICES);
        if (token != null) {
            context.addInitScript("if (location.protocol === 'http:' && !sessionStorage.getItem('coppice.token'))"
                    + " sessionStorage.setItem('coppice.token', '" + token + "')");
        }
        page = context.newPage();
        page.onDialog(dialog -> {
            offences.add("dialog: " + dialog.message());
            dialog.dismiss();
        });
        page.onRequest(request -> {
            if (!request.url().matches("(data|blob):.*") && !request.url().startsWith(base + "/")) {
                offences.add("foreign request: " + request.url());
            }
        });
        page.onPageError(error -> offences.add("script error: " + error));
        page.onConsoleMessage(this::check);
    }

    private void check(ConsoleMessage message) {
        // Chromium reports each response with an error status; stories provoke some.
        if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
            offences.add("console error: " + message.text());
        }
    }

    Page page() {
        return page;
    }

    /** Opens a place of the console: what follows {@code #} in the URL. Each call loads the page anew. */
    ConsolePage open(String place) {
        page.navigate("about:blank");
        page.navigate(base + "/console/#" + place, new Page.NavigateOptions().setWaitUntil(WaitUntilState.LOAD));
        return this;
    }

    /** The place that the console shows. */
    String place() {
        var url = page.url();
        return url.substring(url.indexOf('#') + 1);
    }

    /** Path of a session's view, for {@link #open}. */
    static String session(String id, String... rest) {
        var path = new StringBuilder("/sessions/").append(Api.encode(id));
        for (var part : rest) {
            path.append('/').append(Api.encode(part));
        }
        return path.toString();
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    Locator link(String name) {
        return page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    Locator heading(String name) {
        return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(name));
    }

    /** The control of a label, or the control that has the text as its own label. */
    Locator field(String label) {
        // Not getByLabel: a label also contains a note, or the texts of all options.
        var control = "[self::input or self::select or self::textarea]";
        return page.locator("xpath=//label[span[normalize-space()='" + label + "']]//*" + control + " | //*" + control
                + "[@aria-label='" + label + "']");
    }

    /** Waits until a text is visible. */
    ConsolePage sees(String text) {
        page.getByText(text).first().waitFor();
        return this;
    }

    /** Waits until a function of the page returns true. */
    ConsolePage until(String script) {
        // Playwright's waitForFunction would evaluate a text in the page, which the content security policy forbids.
        Await.until(script, Duration.ofMinutes(2), () -> Boolean.TRUE.equals(page.evaluate(script)));
        return this;
    }

    /** Fails if axe finds an error of accessibility. */
    ConsolePage assertAccessible(String where) {
        page.evaluate(AXE);
        // Below the bar at the top, axe would take the visible part of a target for its size.
        page.evaluate("() => scrollTo(0, 0)");
        // axe knows the least size of targets of WCAG 2.2, but does not check it by default. Targets that an open menu
        // covers in part are left out: how much of them shows depends on the widths of random ids.
        var found =
                page.evaluate("async () => (await axe.run(document, { rules: { 'target-size': { enabled: true } } }))"
                        + ".violations.map(v => ({ ...v, nodes: v.nodes.filter(n => v.id !== 'target-size'"
                        + " || !document.querySelector('.menu[open]')"
                        + " || !n.any[0]?.message.includes('partially obscured')) })).filter(v => v.nodes.length > 0)"
                        + ".map(v => v.id + ': ' + v.help + '\\n  '"
                        + " + v.nodes.slice(0, 5).map(n => n.html + ' ' + (n.any[0]?.message ?? '')).join('\\n  '))");
        assertEquals(List.of(), found, "axe at " + where);
        return this;
    }

    /** Fails if the page is wider than the window. */
    ConsolePage assertFits(String where) {
        var excess = page.evaluate("() => { const e = document.scrollingElement; if (e.scrollWidth <= e.clientWidth)"
                + " return ''; return e.scrollWidth + ' > ' + e.clientWidth + ': ' + [...document.querySelectorAll('*')]"
                + ".filter(x => x.getBoundingClientRect().right > e.clientWidth + 1).slice(0, 5)"
                + ".map(x => x.tagName + '.' + x.className).join(', '); }");
        assertEquals("", excess, "width of " + where);
        return this;
    }

    /** Writes a screenshot of the window to {@code target/console}. */
    ConsolePage shot(String name) {
        page.screenshot(new ScreenshotOptions().setPath(SHOTS.resolve(name + ".png")));
        return this;
    }

    List<String> offences() {
        return offences;
    }

    @Override
    public void close() {
        context.close();
        assertEquals(List.of(), offences, "what must never happen in the console");
    }

    private static String axe() {
        try (var script = ConsolePage.class.getResourceAsStream("/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
