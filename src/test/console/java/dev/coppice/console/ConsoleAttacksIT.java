package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Hostile texts in everything that users can set. Every view shows them as texts: no dialog, no request to another
 * server, no violation of the content security policy, no element that they contain. {@link ConsolePage#close} checks
 * what the browser reports.
 */
class ConsoleAttacksIT extends ConsoleStory {

    private static final List<String> VIEWS =
            List.of("", "prompt", "prompt?part=prompt", "compaction", "diff", "live", "state");

    @Test
    void hostileTextsAreTextsInAllViews() {
        var user = Corpus.id("user");
        var session = hostile(user);
        var run = Corpus.id("run");
        Seeds.run(
                session,
                run,
                Json.object(
                                "status",
                                "paused",
                                "agentId",
                                Corpus.id("agent"),
                                "checkpoint",
                                Json.object("text", Corpus.all()),
                                "requirements",
                                List.of(
                                        Json.object(
                                                "type",
                                                "confirmation",
                                                "toolCallId",
                                                Corpus.id("call"),
                                                "question",
                                                Corpus.all(),
                                                Corpus.id("own"),
                                                Corpus.all()),
                                        Json.object(
                                                "type", "input", "fields", List.of(Json.object("name", Corpus.all())))))
                        .toString());
        try (var page = page()) {
            for (var view : VIEWS) {
                var parts = view.split("\\?");
                var place = parts[0].isEmpty() ? ConsolePage.session(session) : ConsolePage.session(session, parts[0]);
                check(page, place + (parts.length > 1 ? "?" + parts[1] : ""));
            }
            check(page, ConsolePage.session(session, "state") + "?run=" + Api.encode(run));
            page.sees("<script>alert(1)</script>");
            api().get("/v1/sessions/{}/prompt", session).send().expect(200);
            for (var format : List.of("openai", "openai-responses", "anthropic", "ai-sdk", "agentscope")) {
                check(page, ConsolePage.session(session, "prompt") + "?part=turn&format=" + format);
                page.sees("Copy as JSON");
            }
            check(page, "/sessions");
            check(page, "/sessions?q=alert");
            check(page, "/runs?agentId=" + Api.encode(Corpus.TEXTS.get(1)));
            check(page, "/runs");
            check(page, "/users/" + Api.encode(user));
            check(page, "/agents");
            check(
                    page,
                    "/agents/"
                            + Api.encode(
                                    api().get("/v1/sessions/{}", session).send().at("/agent")));
            page.sees("<script>alert(1)</script>");
            check(page, "/admin/tokens");
            check(page, "/live?namespace=" + Api.encode(Corpus.id("ns")));
            check(page, "/" + Api.encode(Corpus.TEXTS.get(1)));
            check(
                    page,
                    "/sessions/" + Api.encode(Corpus.id("missing")) + "?namespace=" + Api.encode(Corpus.TEXTS.get(1)));
            page.sees("session-not-found");
        }
    }

    @Test
    void hostileEventsAreTexts() {
        var session = Corpus.id("events");
        api().post("/v1/sessions").json(Json.object("id", session)).send().expect(201);
        try (var page = page().open("/live")) {
            page.page().locator(".chip.on").waitFor();
            var id = Corpus.id("m");
            Seeds.append(session, Seeds.message(id, "user", Corpus.all()));
            api().post("/v1/sessions/{}/usage", session)
                    .json(Json.object("inputTokens", 1, "model", Corpus.TEXTS.get(1)))
                    .send()
                    .expect(200);
            page.link(id).waitFor();
            assertNoForeignElements(page, "/live");
        }
    }

    static void check(ConsolePage page, String place) {
        page.open(place);
        page.page().locator("main h1").first().waitFor();
        page.until("() => !document.querySelector('.busy')");
        assertNoForeignElements(page, place);
    }

    static void assertNoForeignElements(ConsolePage page, String place) {
        assertEquals(
                0,
                page.page()
                        .locator(
                                "script:not([src]), iframe, object, embed, base, style, main meta, main link, [onerror], [onload], [onclick],"
                                        + " [onfocus], a[href^='javascript'], form[action], img[src^='http://evil'], [srcdoc]")
                        .count(),
                place);
        assertEquals(List.of(), page.offences(), place);
        assertTrue(
                page.page().url().startsWith(ConsoleServer.server().uri().toString()),
                page.page().url());
    }

    /** A session with hostile texts in names, ids, labels, blocks, metadata, messages, tools and values. */
    static String hostile(String user) {
        var agent = Corpus.id("agent");
        var label = Corpus.id("label");
        api().put("/v1/agents/{}", agent)
                .json(Json.object(
                        "description",
                        Corpus.all(),
                        "context",
                        List.of(
                                Json.object("label", label, "description", Corpus.TEXTS.get(1)),
                                Json.object("label", "skills" + label, "provider", Json.object("type", "skills")))))
                .send();
        var session = Corpus.id("session");
        var metadata = Json.object("text", Corpus.all());
        Corpus.TEXTS.forEach(text -> metadata.put(text, text));
        var created = api().post("/v1/sessions")
                .json(Json.object(
                        "id",
                        session,
                        "name",
                        Corpus.TEXTS.get(1),
                        "agent",
                        agent,
                        "userId",
                        user,
                        "source",
                        Corpus.TEXTS.get(0),
                        "metadata",
                        metadata))
                .send();
        assertEquals(201, created.status(), created.toString());
        Seeds.write(session, label, Corpus.all());
        Seeds.entry(session, "skills" + label, Corpus.id("key"), Corpus.TEXTS.get(2), Corpus.all());
        Seeds.append(
                session,
                Seeds.message(Corpus.id("q"), "user", Corpus.all()),
                Seeds.message(Corpus.id("s"), Corpus.TEXTS.get(1).substring(0, 20), Corpus.all()),
                tool(),
                image(),
                Seeds.message(Corpus.id("q2"), "user", Corpus.all()),
                Seeds.message(Corpus.id("a2"), "assistant", Corpus.all()));
        api().put("/v1/sessions/{}/values/{}", session, Corpus.id("value"))
                .json(Json.array(Corpus.TEXTS.toArray()))
                .send()
                .expect(201);
        api().patch("/v1/sessions/{}/state", session)
                .json(Json.object("text", Corpus.all()))
                .send();
        api().put("/v1/users/{}/profile", user)
                .json(Json.object(
                        "tone",
                        Corpus.all(),
                        Corpus.TEXTS.get(1),
                        List.of("a", Corpus.TEXTS.get(0)),
                        "x",
                        Json.object("y", Corpus.all())))
                .send()
                .expect(201);
        api().post("/v1/tokens")
                .json(Json.object("name", Corpus.TEXTS.get(1), "scopes", List.of("read")))
                .send()
                .expect(201);
        return session;
    }

    private static String tool() {
        return Json.object(
                        "id",
                        Corpus.id("t"),
                        "role",
                        "assistant",
                        "parts",
                        List.of(
                                Json.object("type", "reasoning", "text", Corpus.all()),
                                Json.object(
                                        "type",
                                        "tool-" + Corpus.TEXTS.get(1),
                                        "toolCallId",
                                        Corpus.id("call"),
                                        "state",
                                        "output-available",
                                        "input",
                                        Json.object(Corpus.TEXTS.get(1), Corpus.all()),
                                        "output",
                                        Corpus.all()),
                                Json.object("type", Corpus.TEXTS.get(1), "data", Corpus.all()),
                                Json.object(
                                        "type",
                                        "source-url",
                                        "url",
                                        "javascript:alert(1)",
                                        "title",
                                        Corpus.TEXTS.get(1)),
                                Json.object("type", "text", "text", Corpus.all())))
                .toString();
    }

    private static String image() {
        return Json.object(
                        "id",
                        Corpus.id("i"),
                        "role",
                        "user",
                        "parts",
                        List.of(
                                Json.object(
                                        "type",
                                        "file",
                                        "mediaType",
                                        "image/png",
                                        "url",
                                        "http://evil.example/pixel.png"),
                                Json.object("type", "file", "mediaType", "image/png", "url", "javascript:alert(1)"),
                                Json.object(
                                        "type",
                                        "file",
                                        "mediaType",
                                        "image/svg+xml",
                                        "url",
                                        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(1)</script></svg>"),
                                Json.object(
                                        "type",
                                        "file",
                                        "mediaType",
                                        "text/html",
                                        "filename",
                                        Corpus.TEXTS.get(1),
                                        "url",
                                        "data:text/html,<script>alert(1)</script>")))
                .toString();
    }
}
