package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.Json;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Measures what a request through another protocol costs the server: CPU time of its process on H2, as a multiple of the
 * same work over REST in the same run. Rounds of the two alternate. Fails if a response is wrong, not if it is expensive;
 * the targets are printed beside the figures.
 */
class DoorsBench {
    private static final int CONNECTIONS = 4;
    private static final int ROUNDS = 7;
    private static final int WARM_UP = 3;

    /** Two requests for the same work, and the greatest accepted ratio of their costs. */
    private record Doors(String name, Rounds.Operation door, Rounds.Operation rest, double limit) {}

    @Test
    void doors() throws Exception {
        var targets = new Targets();
        var report = new ReportLines();
        try (var server = CoppiceServer.named("bench-doors")
                .database(Database.H2)
                .lasting()
                .start()) {
            for (var doors : pairs(new Client(server))) {
                compare(server.pid(), doors, targets, report);
            }
        }
        var text = targets.markdown()
                + """

                | request | CPU µs | over REST, CPU µs |
                |---|--:|--:|
                """;
        new Measurement("doors", getClass(), "H2").write(report.markdown(text));
    }

    private static void compare(long pid, Doors doors, Targets targets, ReportLines report) throws Exception {
        var door = new CpuSample();
        var rest = new CpuSample();
        for (int round = 0; round < WARM_UP + ROUNDS; round++) {
            boolean counts = round >= WARM_UP;
            (counts ? door : new CpuSample()).measure(pid, CONNECTIONS, doors.door());
            (counts ? rest : new CpuSample()).measure(pid, CONNECTIONS, doors.rest());
        }
        report.row(String.format(
                Locale.ROOT, "| %s | %.0f | %.0f |", doors.name(), door.medianMicros(), rest.medianMicros()));
        targets.add(doors.name() + ", CPU", door.medianMicros() / rest.medianMicros(), doors.limit(), " × REST");
    }

    private static List<Doors> pairs(Client client) throws Exception {
        return List.of(openAiAppend(client), mcpSearch(client));
    }

    /** An append of 400 bytes: an item of OpenAI's Conversations API, and a message over REST. */
    private static Doors openAiAppend(Client client) throws Exception {
        for (int i = 0; i < CONNECTIONS; i++) {
            client.session("items-" + i, "");
            client.session("messages-" + i, "");
        }
        var number = new AtomicInteger();
        return new Doors(
                "OpenAI append",
                () -> {
                    int next = number.getAndIncrement();
                    var path = "/v1/conversations/items-" + next % CONNECTIONS + "/items";
                    return client.send("POST", path, BenchMessages.items("i" + next))
                            .contains("has_more");
                },
                () -> {
                    int next = number.getAndIncrement();
                    return client.append("messages-" + next % CONNECTIONS, BenchMessages.append("m" + next));
                },
                1.2);
    }

    /** A search for rare words in all sessions: MCP's {@code conversation_search}, and {@code GET /v1/search}. */
    private static Doors mcpSearch(Client client) throws Exception {
        var words = new Vocabulary();
        var corpus = new Corpus(client, words);
        corpus.load();
        IndexWait.until(client, corpus.size());
        var number = new AtomicInteger();
        return new Doors(
                "MCP conversation_search",
                () -> isFound(client.send("POST", "/mcp?user=", search(rare(words, number)))),
                () -> isFound(client.get("/v1/search?q=" + rare(words, number))),
                1.3);
    }

    private static String rare(Vocabulary words, AtomicInteger number) {
        return words.rare(Corpus.RARE + number.getAndIncrement() % Corpus.RARE);
    }

    private static byte[] search(String word) {
        var params = Json.object("name", "conversation_search", "arguments", Json.object("query", word));
        return Json.bytes(Json.object("jsonrpc", "2.0", "id", 1, "method", "tools/call", "params", params));
    }

    /** Returns true if the response contains a hit; throws otherwise. */
    private static boolean isFound(String response) {
        if (!response.contains("search-")) {
            throw new IllegalStateException("Nothing was found: " + response);
        }
        return true;
    }
}
