package dev.coppice.console;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.coppice.support.Api;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.ExtendWith;

/** Base of the stories: opens pages, and checks how they look. Each story creates sessions of its own. */
@ExtendWith({NeedsChromium.class, ConsoleServer.class})
abstract class ConsoleStory {

    private static final List<Integer> WIDTHS = List.of(360, 2560);

    static Api api() {
        return ConsoleServer.api();
    }

    /** A browser that is signed in as the administrator, without a page. */
    static ConsolePage page() {
        return page(Look.LIGHT);
    }

    static ConsolePage page(Look look) {
        return new ConsolePage(look, ConsoleServer.server().token());
    }

    /** Clicks a button of the dialog that is open. */
    static void inDialog(ConsolePage page, String button) {
        page.page()
                .locator("dialog")
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }

    /**
     * Opens a place in light and dark, and on a phone and a wall screen. Each must be accessible and fit into the
     * window; a screenshot of each is written.
     *
     * @param name name of the screenshots
     * @param ready waits until the page is complete
     */
    static void everyLook(String name, String place, Consumer<ConsolePage> ready) {
        for (var colors : List.of(Look.LIGHT, Look.DARK)) {
            try (var page = page(colors)) {
                page.open(place);
                ready.accept(page);
                page.shot(name + "-" + colors);
                page.assertAccessible(name + ", " + colors);
                page.assertFits(name + ", " + colors);
            }
        }
        for (int width : WIDTHS) {
            var look = (width < 600 ? Look.DARK : Look.LIGHT).wide(width);
            try (var page = page(look)) {
                page.open(place);
                ready.accept(page);
                page.shot(name + "-" + look);
                page.assertFits(name + ", " + look);
                page.assertAccessible(name + ", " + look);
            }
        }
    }
}
