package dev.coppice.fuzz;

import dev.coppice.Ids;
import dev.coppice.SettingsReader;
import dev.coppice.TestConfig;
import dev.coppice.api.ContentLength;
import dev.coppice.api.Page;
import dev.coppice.api.Parameters;
import dev.coppice.api.Precondition;
import dev.coppice.format.MessageFormat;
import dev.coppice.format.MessageItems;
import dev.coppice.format.TruncationWindow;
import dev.coppice.http.HttpSettings;
import dev.coppice.http.Origins;
import dev.coppice.json.Times;
import dev.coppice.jwt.OauthSettings;
import dev.coppice.llm.LlmSettings;
import dev.coppice.run.RunFilter;
import dev.coppice.tool.ToolFormat;
import dev.coppice.trace.Trace;
import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads short texts: headers and parameters of requests, and settings. */
final class Texts {
    private Texts() {}

    static void header(String text) {
        Refusals.each(
                () -> Precondition.of(text, null),
                () -> Precondition.of(null, text),
                () -> ContentLength.of(text),
                () -> Trace.of(text, text, text),
                () -> Origins.mayCallMcp(text, "localhost:8080", "https://a.example", List.of("http://b.example")),
                () -> Origins.mayCallMcp("http://localhost", text, null, List.of()),
                () -> Ids.checkNamespace(text));
    }

    static void parameter(String text) {
        Refusals.each(
                () -> Parameters.number("p", text, 0, Long.MAX_VALUE),
                () -> Parameters.flag("p", text),
                () -> Parameters.from(text),
                () -> Parameters.to(text),
                () -> Page.limit(text),
                () -> TruncationWindow.read("truncate", text, null),
                () -> TruncationWindow.read(text, null, text),
                () -> MessageFormat.of(text),
                () -> ToolFormat.of(text),
                () -> RunFilter.of(text, null, null),
                () -> RunFilter.of(null, text, text),
                () -> MessageItems.messageOf(text),
                () -> Ids.check(text, "p"),
                () -> Ids.checkText(text, "p"),
                () -> time(text));
    }

    private static void time(String text) {
        try {
            Times.text((Long) Times.millis(text));
        } catch (DateTimeException refused) {
            // Not a time.
        }
    }

    /** Reads a text as settings of several kinds, which refuse it with an {@code IllegalArgumentException}. */
    static void setting(String text) {
        setting("s", text, in -> in.duration("s", "PT1S", "").toNanos());
        setting("s", text, in -> in.number("s", 1, 0, 9, ""));
        setting("coppice.http.allowed-origins", text, HttpSettings::new);
        setting("coppice.http.public-url", text, HttpSettings::new);
        setting("coppice.oauth.keys-url", text, OauthSettings::new);
        setting("coppice.llm.base-url", text, LlmSettings::new);
        setting("coppice.llm.max-tokens-field", text, LlmSettings::new);
    }

    private static void setting(String name, String text, Consumer<SettingsReader> group) {
        try {
            group.accept(new SettingsReader(new TestConfig(Map.of(name, text))));
        } catch (IllegalArgumentException refused) {
            // The server does not start.
        }
    }
}
