package dev.coppice.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.contract.RandomSession;
import dev.coppice.contract.SessionCopy;
import dev.coppice.support.Api;
import dev.coppice.support.ClientsProject;
import dev.coppice.support.Command;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Folders;
import dev.coppice.support.Json;
import dev.coppice.support.MariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The program {@code coppice-cli.jar} as a process with a small heap, on servers of its own. The large file comes last: the index has to follow it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CommandLineIT {
    private static final Path FOLDER = Path.of("target", "it", "command-line").toAbsolutePath();
    private static final int SESSIONS = 8;
    private static final int LARGE = 40_000;
    private static final int BATCH = 500;

    private static CoppiceServer h2;

    @BeforeAll
    static void build() throws IOException {
        ClientsProject.build();
        Folders.delete(FOLDER);
        Files.createDirectories(FOLDER);
        h2 = CoppiceServer.named("cli-source").lasting().start();
    }

    @AfterAll
    static void stop() {
        h2.close();
    }

    private static String run(String heap, CoppiceServer server, String token, String... arguments) {
        var command = new ArrayList<>(List.of(
                ClientsProject.java(),
                heap,
                "-jar",
                ClientsProject.commandLine().toString()));
        command.addAll(List.of(arguments));
        var environment = Map.of("COPPICE_URL", server.uri().toString(), "COPPICE_TOKEN", token);
        return Command.run(FOLDER, environment, command).orFail();
    }

    private static String newTenant(Api api) {
        return api.post("/v1/tokens")
                .json(Json.object(
                        "tenant", "cli-" + UUID.randomUUID(), "name", "cli", "scopes", List.of("admin", "write")))
                .send()
                .expect(201)
                .at("/token");
    }

    @Test
    @Order(1)
    void tenantMovesFromH2ToMariaDb() throws IOException {
        var database = MariaDb.shared().create("coppice_cli");
        try (var h2 = CoppiceServer.named("cli-tenant").start();
                var server =
                        CoppiceServer.named("cli-target").database(database).start()) {
            var source = h2.api();
            for (int n = 0; n < SESSIONS; n++) {
                new RandomSession(source, "s" + n, 100 + n).make();
            }
            run("-Xmx64m", h2, h2.token(), "export", "--tenant", "--output", "tenant.jsonl");
            var dryRun = run("-Xmx64m", server, server.token(), "import", "tenant.jsonl", "--dry-run");
            assertTrue(dryRun.contains("Dry run: " + SESSIONS + " sessions imported, 0 existed, 0 damaged"), dryRun);
            var report = run("-Xmx64m", server, server.token(), "import", "tenant.jsonl");
            assertTrue(report.contains(SESSIONS + " sessions imported, 0 existed, 0 damaged"), report);
            for (int n = 0; n < SESSIONS; n++) {
                new SessionCopy(source, server.api()).assertEqual("s" + n);
            }
            var again = run("-Xmx64m", server, server.token(), "import", "tenant.jsonl");
            assertTrue(again.contains("0 sessions imported, " + SESSIONS + " existed"), again);
            System.out.printf(
                    "Command line: %d random sessions, %,d bytes, from H2 to MariaDB: trees, histories, overlays, state and search are equal%n",
                    SESSIONS, Files.size(FOLDER.resolve("tenant.jsonl")));
        }
    }

    @Test
    @Order(2)
    void largeFilesNeedLittleMemory() throws IOException {
        var token = newTenant(h2.api());
        var source = h2.api().as(token);
        source.put("/v1/sessions/large").send().expect(201);
        for (int from = 0; from < LARGE; from += BATCH) {
            append(source, from);
        }
        run("-Xmx32m", h2, token, "export", "large", "--output", "large.jsonl");
        var other = newTenant(h2.api());
        var printed = run("-Xmx32m", h2, other, "import", "large.jsonl");
        assertTrue(printed.contains(" 50 %") && printed.contains(" left\n"), printed);
        var summary = printed.lines()
                .filter(line -> line.contains("imported"))
                .findFirst()
                .orElseThrow();
        assertTrue(summary.startsWith("1 sessions imported, 0 existed, 0 damaged; 40,000 messages"), printed);
        var copy = h2.api().as(other).get("/v1/sessions/large").send().expect(200);
        assertEquals(LARGE, copy.number("/messageCount"));
        System.out.printf(
                "Command line: %,d bytes exported and imported with a heap of 32 MB: %s%n",
                Files.size(FOLDER.resolve("large.jsonl")), summary);
    }

    private static void append(Api api, int from) {
        var messages = new ArrayList<Object>();
        for (int n = from; n < from + BATCH; n++) {
            messages.add(Json.object("id", "m" + n, "role", "user", "content", n + " " + "word ".repeat(200)));
        }
        api.post("/v1/sessions/large/messages")
                .json(Json.object("messages", messages))
                .send()
                .expect(201);
    }
}
