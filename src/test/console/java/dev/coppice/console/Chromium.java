package dev.coppice.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The browser of the tests: the Chromium that is installed on the machine. Started by the first use. Not thread-safe. */
final class Chromium implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    /** Longest time of the start, in milliseconds. */
    private static final double TIMEOUT = 180_000;

    private final Playwright playwright;
    private final Browser browser;

    Chromium() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program().orElseThrow())
                        .setTimeout(TIMEOUT)
                        // Tests often run as root and in containers, where Chromium's own sandbox cannot start.
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none")));
    }

    Browser browser() {
        return browser;
    }

    /** The path of the program; empty if Chromium is not installed. */
    static Optional<Path> program() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
