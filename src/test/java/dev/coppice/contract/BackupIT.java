package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.condition.EnabledIf;

/** Backups under load, restored on another server by the commands of {@code src/docs/backup.md}. */
@RunsAlone("starts two servers")
class BackupIT extends Contract {
    private static final Path PAGE = Path.of("src/docs/backup.md");
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final int WRITERS = 3;
    private static final int ENOUGH = 40;

    private static Path folder;
    private static CoppiceServer source;
    private static CoppiceServer target;

    @BeforeAll
    static void startServers() {
        source = CoppiceServer.named("backup-source")
                .environment("COPPICE_BACKUP_DIRECTORY", backups().toString())
                .environment("COPPICE_BACKUP_KEEP", "2")
                .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .start();
        target = CoppiceServer.named("backup-target")
                .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_SEARCH_CATCH_UP", "PT20S")
                .environment("COPPICE_SEARCH_TIMEOUT", "PT10S")
                .start();
    }

    @AfterAll
    static void stopServers() {
        source.close();
        target.close();
    }

    private static Path backups() {
        return Path.of("target", "it", "backup-source", "backups").toAbsolutePath();
    }

    /** The writer of a session, which appends one message after the other until it is stopped. */
    private static final class Writer implements Callable<Void> {
        private final String session;
        private final AtomicInteger acknowledged = new AtomicInteger();
        private final AtomicBoolean stopped;

        Writer(String session, AtomicBoolean stopped) {
            this.session = session;
            this.stopped = stopped;
        }

        @Override
        public Void call() {
            var api = source.api();
            api.put(SESSION, session).send().expect(201);
            while (!stopped.get()) {
                int next = acknowledged.get();
                retryWhileBusy(201, () -> api.post(MESSAGES, session)
                        .json(batch(message("m" + next, "The walnut number " + next)))
                        .send());
                acknowledged.incrementAndGet();
            }
            return null;
        }
    }

    /** What a backup may not lose, and how it is restored. */
    private interface Backup {
        /** Writes a backup. */
        void write() throws Exception;

        /** Restores it into the stopped target. */
        void restore() throws Exception;
    }

    private static void backUpUnderLoad(Backup backup) throws Exception {
        var stopped = new AtomicBoolean();
        var threads = Executors.newFixedThreadPool(WRITERS);
        var writers = IntStream.range(0, WRITERS)
                .mapToObj(i -> new Writer(unique("s"), stopped))
                .toList();
        var running = writers.stream().map(threads::submit).toList();
        try {
            Await.until("all write", BOUND, () -> writers.stream().allMatch(w -> w.acknowledged.get() > ENOUGH));
            var before = writers.stream().map(w -> w.acknowledged.get()).toList();
            backup.write();
            var during = writers.stream().map(w -> w.acknowledged.get()).toList();
            Await.until("all still write", BOUND, () -> IntStream.range(0, WRITERS)
                    .allMatch(i -> writers.get(i).acknowledged.get() > during.get(i)));
            stopped.set(true);
            for (var writer : running) {
                writer.get(1, TimeUnit.MINUTES);
            }
            target.stop();
            backup.restore();
            target.restart();
            check(writers, before);
        } finally {
            stopped.set(true);
            threads.shutdownNow();
        }
    }

    /** Each session is a beginning of the original, with everything that was acknowledged before the backup. */
    private static void check(List<Writer> writers, List<Integer> before) {
        // The tokens of the source are those of the target now.
        var api = new Api(target.uri(), source.token());
        for (int i = 0; i < WRITERS; i++) {
            var session = writers.get(i).session;
            var restored = api.get(HISTORY, session).send().expect(200).all("/messages", "id");
            var original = source.api().get(HISTORY, session).send().expect(200).all("/messages", "id");
            assertTrue(restored.size() >= before.get(i), restored.size() + " of " + before.get(i));
            assertEquals(original.subList(0, restored.size()), restored);
            // It can be continued.
            api.post(MESSAGES, session)
                    .json(batch(message("after", "The restored hazel")))
                    .send()
                    .expect(201);
            Await.until(
                    "the index is rebuilt",
                    BOUND,
                    () -> api.get("/v1/sessions/{}/search", session)
                                    .query("q", "walnut")
                                    .send()
                                    .expect(200)
                                    .json()
                                    .path("items")
                                    .size()
                            > 0);
        }
    }

    /** The first block of commands below a heading of the page. */
    private static String commands(String heading) throws IOException {
        var block = Pattern.compile("(?s)\\n#+ " + Pattern.quote(heading) + "\\n.*?```sh\\n(.*?)```")
                .matcher(Files.readString(PAGE));
        assertTrue(block.find(), "The page has no commands for " + heading);
        return block.group(1);
    }

    private static String run(String heading, Map<String, String> variables) throws IOException, InterruptedException {
        var shell = new ProcessBuilder("bash", "-eu", "-c", commands(heading)).redirectErrorStream(true);
        shell.directory(folder.toFile());
        var environment = shell.environment();
        var installed = Path.of("target", "mariadb", "bin").toAbsolutePath();
        environment.put("PATH", environment.get("PATH") + ":" + installed);
        environment.putAll(variables);
        var process = shell.start();
        var output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), heading + ": " + output);
        return output;
    }

    private static Map<String, String> database(CoppiceServer server) {
        var database = server.database();
        var url = Pattern.compile("//([^:]+):(\\d+)/(\\w+)").matcher(database.url());
        assertTrue(url.find(), database.url());
        var variables = new HashMap<String, String>();
        variables.put("DB_HOST", url.group(1));
        variables.put("DB_PORT", url.group(2));
        variables.put("DB_NAME", url.group(3));
        variables.put("DB_USER", database.user());
        variables.put("DB_PASSWORD", database.password());
        variables.put("COPPICE_DATA", server.data().toString());
        return variables;
    }

    @BeforeAll
    static void createFolder() throws IOException {
        folder = Files.createDirectories(Path.of("target", "it", "backup-files").toAbsolutePath());
    }

    static boolean isMariaDb() {
        return Databases.areOnServer() && source.database().url().startsWith("jdbc:mariadb:");
    }

    @Test
    @DisabledIf(value = "dev.coppice.support.Databases#areOnServer", disabledReason = "the server backs up H2 only")
    void backupOfH2IsRestoredElsewhere() throws Exception {
        backUpUnderLoad(new Backup() {
            private Path file;

            @Override
            public void write() throws Exception {
                var answer = run(
                        "Back up H2",
                        Map.of("TOKEN", source.token(), "URL", source.uri().toString()));
                file = backups().resolve(Json.text(Json.parse(answer).path("file")));
                assertEquals(Files.size(file), Json.parse(answer).path("bytes").asLong());
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
                assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(backups())));
            }

            @Override
            public void restore() throws Exception {
                run(
                        "Restore H2",
                        Map.of(
                                "BACKUP",
                                file.toString(),
                                "COPPICE_DATA",
                                target.data().toString()));
            }
        });
    }

    @Test
    @EnabledIf("isMariaDb")
    void dumpOfMariaDbIsRestoredElsewhere() throws Exception {
        backUpUnderLoad(new Backup() {
            @Override
            public void write() throws Exception {
                run("Back up MariaDB", database(source));
            }

            @Override
            public void restore() throws Exception {
                run("Restore MariaDB", database(target));
            }
        });
    }

    @Test
    @DisabledIf(value = "dev.coppice.support.Databases#areOnServer", disabledReason = "the server backs up H2 only")
    void oldBackupsAreDeleted() throws IOException {
        var names = IntStream.range(0, 4)
                .mapToObj(i ->
                        source.api().post("/v1/admin/backup").send().expect(201).at("/file"))
                .toList();
        Files.writeString(backups().resolve("mine.zip"), "not a backup");
        try (var files = Files.list(backups())) {
            var left = files.map(file -> file.getFileName().toString()).sorted().toList();
            assertEquals(List.of(names.get(2), names.get(3), "mine.zip"), left);
        }
        Files.delete(backups().resolve("mine.zip"));
    }

    @Test
    void backupIsForTheOperator() {
        var other = source.api()
                .post("/v1/tokens")
                .json(Json.object("tenant", unique("t"), "scopes", List.of("admin")))
                .send()
                .expect(201)
                .at("/token");
        source.api().as(other).post("/v1/admin/backup").send().problem(403, "forbidden");
        source.api()
                .post("/v1/admin/backup")
                .json("{\"file\":\"/tmp/x\"}")
                .send()
                .problem(400, "unknown-field");
    }

    @Test
    void serverWithoutDirectoryWritesNoBackup() {
        api().post("/v1/admin/backup").send().problem(409, "no-backup");
        if (Databases.areOnServer()) {
            source.api().post("/v1/admin/backup").send().problem(409, "no-backup");
            assertFalse(Files.exists(backups()), "A directory was created");
        }
    }
}
