package dev.coppice.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.ClientsProject;
import dev.coppice.support.Command;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Json;
import dev.coppice.support.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The Java client in {@code src/clients/java}: its own tests on a server, and its programs beside a server that ends. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class JavaClientIT {
    private static final Duration LONG = Duration.ofMinutes(20);
    private static final int SESSIONS = 3;
    private static final int KILLS = 3;
    private static final int BETWEEN_KILLS = 300;

    private static CoppiceServer server;

    @BeforeAll
    static void build() {
        ClientsProject.build();
        server = CoppiceServer.named("java-client")
                .lasting()
                .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_SEARCH_CATCH_UP", "PT50S")
                .start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    @Order(1)
    void testsOfTheClientPass() {
        var summaries = ClientsProject.test(server)
                .lines()
                .filter(line -> line.contains("Tests run:") && !line.contains("Time elapsed"))
                .distinct()
                .toList();
        assertTrue(
                !summaries.isEmpty() && summaries.stream().allMatch(line -> line.contains("Skipped: 0")),
                summaries::toString);
        System.out.println("Java client: " + summaries.get(summaries.size() - 1));
    }

    @Test
    @Order(4)
    void longHistoryIsStreamedInConstantMemory() {
        var command = ClientsProject.program("-Xmx64m", "StreamHistory", "100000");
        try (var program = Program.start("stream-history", ClientsProject.environment(server), command)) {
            System.out.println("Java client: " + program.awaitSuccess(LONG).get(0));
        }
    }

    /** The README's lines, as printed, make a program that prints what the README shows. */
    @Test
    @Order(2)
    void linesOfTheReadmeRun() throws IOException {
        var readme = Files.readString(Path.of("src/clients/java/README.md"));
        var source = "import dev.coppice.client.*;\nclass Readme {\n    public static void main(String[] arguments) {\n"
                + block(readme, "java") + "    }\n}\n";
        var folder = Path.of("target", "it", "readme").toAbsolutePath();
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("Readme.java"), source);
        var library = ClientsProject.library().toString();
        var printed = Command.run(
                        folder,
                        ClientsProject.environment(server),
                        List.of(ClientsProject.java(), "-cp", library, "Readme.java"))
                .orFail();
        assertEquals(block(readme, "text"), printed);
    }

    /** Returns the first block of code in a language. */
    private static String block(String page, String language) {
        int from = page.indexOf("```" + language + "\n") + language.length() + 4;
        return page.substring(from, page.indexOf("```", from));
    }

    /** The messages have no ids, so only the idempotency keys keep a repeated append from storing a message twice. */
    @Test
    @Order(3)
    void killsLoseAndDoubleNothing() {
        try (var feed = start("feed", ClientsProject.program("-Xmx64m", "FollowFeed"));
                var writer = start("appends", writer(feed))) {
            for (int kill = 1; kill <= KILLS; kill++) {
                awaitMore(writer);
                server.kill9();
                server.restart();
            }
            awaitMore(writer);
            server.restart();
            awaitMore(writer);
            writer.endInput();
            var acknowledged = writer.awaitSuccess(LONG);
            assertStoredOnce(acknowledged);
            server.api()
                    .post("/v1/sessions/end/messages")
                    .query("create", true)
                    .json("{\"messages\":[{\"id\":\"last\",\"role\":\"user\",\"content\":\"x\"}]}")
                    .send()
                    .expect(201);
            assertFollowed(acknowledged, feed.awaitSuccess(LONG));
            System.out.printf(
                    "Java client: %,d appends and as many events around %d kill -9 and one restart: 0 lost, 0 doubled%n",
                    acknowledged.size(), KILLS);
        }
    }

    private static List<String> writer(Program feed) {
        Await.until("the feed is open", LONG, () -> feed.lines().contains("following"));
        return ClientsProject.program("-Xmx64m", "KeepAppending", String.valueOf(SESSIONS));
    }

    private static Program start(String name, List<String> command) {
        return Program.start("java-" + name, ClientsProject.environment(server), command);
    }

    private static void awaitMore(Program writer) {
        int target = writer.lines().size() + BETWEEN_KILLS;
        Await.until(
                "the client appends",
                LONG,
                () -> !writer.isAlive() || writer.lines().size() >= target);
        assertTrue(writer.isAlive(), () -> String.join("\n", writer.lines()));
    }

    /** Asserts that each session has exactly the acknowledged messages, each text and each id once, in their order. */
    private static void assertStoredOnce(List<String> acknowledged) {
        var expected = bySession(acknowledged);
        assertEquals(SESSIONS, expected.size());
        expected.forEach((session, lines) -> {
            var history =
                    server.api().get("/v1/sessions/{}/history", session).send().expect(200);
            var stored = new ArrayList<String>();
            history.json()
                    .path("messages")
                    .forEach(message -> stored.add(
                            session + " " + Json.text(message.at("/id")) + " " + Json.text(message.at("/content"))));
            assertEquals(lines, stored);
            assertEquals(
                    stored.size(),
                    server.api()
                            .get("/v1/sessions/{}", session)
                            .send()
                            .expect(200)
                            .number("/messageCount"));
        });
    }

    /** Asserts that the feed had each acknowledged message once, those of a session in their order. */
    private static void assertFollowed(List<String> acknowledged, List<String> followed) {
        var events = followed.subList(1, followed.size());
        assertEquals(events.size(), new HashSet<>(events).size(), "no event twice");
        var expected = bySession(acknowledged.stream()
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .toList());
        assertEquals(expected, bySession(events));
    }

    private static Map<String, List<String>> bySession(List<String> lines) {
        var bySession = new HashMap<String, List<String>>();
        lines.forEach(line -> bySession
                .computeIfAbsent(line.substring(0, line.indexOf(' ')), session -> new ArrayList<>())
                .add(line));
        return bySession;
    }
}
