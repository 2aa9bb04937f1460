package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.Command;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.condition.EnabledIf;

/** Backups under load, restored on another server by the commands of {@code src/docs/backup.md}. */
@RunsAlone(value = "starts two servers", ownServer = true)
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
                .environment("COPPICE_SEARCH_CATCH_UP", "PT50S")
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
            assertEquals(
                    source.api()
                            .get(HISTORY, session)
                            .send()
                            .all("/messages", "parentId")
                            .subList(0, restored.size()),
                    api.get(HISTORY, session).send().all("/messages", "parentId"));
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
        IndexRecoveryApi.assertComplete(api);
    }

    /** The first block of commands below a heading of the page. */
    private static String commands(String heading) throws IOException {
        var block = Pattern.compile("(?s)\\n#+ " + Pattern.quote(heading) + "\\n.*?```sh\\n(.*?)```")
                .matcher(Files.readString(PAGE));
        assertTrue(block.find(), "The page has no commands for " + heading);
        return block.group(1);
    }

    /** The folders of PostgreSQL's programs of Debian, the newest first, for the end of a {@code PATH}. */
    private static String postgreSqlPrograms() throws IOException {
        var versions = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(versions)) {
            return "";
        }
        try (var folders = Files.list(versions)) {
            return folders.sorted(Comparator.reverseOrder())
                    .map(folder -> ":" + folder.resolve("bin"))
                    .collect(Collectors.joining());
        }
    }

    private static String run(String heading, Map<String, String> variables) throws IOException, InterruptedException {
        var result = shell(commands(heading), variables);
        assertEquals(0, result.status(), heading + ": " + result.output());
        return result.output();
    }

    private static Command.Result shell(String commands, Map<String, String> variables)
            throws IOException, InterruptedException {
        var shell = new ProcessBuilder("bash", "-eu", "-c", commands).redirectErrorStream(true);
        shell.directory(folder.toFile());
        var environment = shell.environment();
        var installed = Path.of("target", "mariadb", "bin").toAbsolutePath();
        environment.put("PATH", environment.get("PATH") + ":" + installed + postgreSqlPrograms());
        environment.putAll(variables);
        var process = shell.start();
        var output = new String(process.getInputStream().readAllBytes());
        return new Command.Result(process.waitFor(), output);
    }

    /** The variables of the page for requests. Its address of the API is used, with the port of the server. */
    private static Map<String, String> requests(CoppiceServer server) throws IOException {
        var url = Pattern.compile("URL=http://127\\.0\\.0\\.1:8080(\\S*)").matcher(Files.readString(PAGE));
        assertTrue(url.find(), "The page defines URL");
        return Map.of("TOKEN", server.token(), "URL", server.uri() + url.group(1));
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
                var seen = new ConcurrentSkipListSet<String>();
                var written = new AtomicBoolean();
                var watcher = CompletableFuture.runAsync(() -> watch(written, seen));
                var answer = run("Back up H2", requests(source));
                written.set(true);
                watcher.join();
                seen.remove("rw-------");
                assertEquals(Set.of(), seen, "permissions while the backup is written");
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

    /** Collects the permissions that the unfinished backup has. */
    private static void watch(AtomicBoolean written, Set<String> seen) {
        var part = backups().resolve("coppice.part");
        while (!written.get()) {
            try {
                seen.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(part)));
            } catch (NoSuchFileException e) {
                Thread.onSpinWait(); // not begun, or complete
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
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

    static boolean isPostgreSql() {
        return Databases.areOnServer() && source.database().url().startsWith("jdbc:postgresql:");
    }

    @Test
    @EnabledIf("isPostgreSql")
    void dumpOfPostgreSqlIsRestoredElsewhere() throws Exception {
        assumeTrue(versionOfPgDump() >= versionOfDatabase(), "needs a pg_dump that is not older than the server");
        backUpUnderLoad(new Backup() {
            @Override
            public void write() throws Exception {
                run("Back up PostgreSQL", database(source));
            }

            @Override
            public void restore() throws Exception {
                run("Restore PostgreSQL", database(target));
            }
        });
    }

    /** The first number of the version; 0 if it is not installed. */
    private static int versionOfPgDump() throws IOException, InterruptedException {
        var number = Pattern.compile("\\) (\\d+)")
                .matcher(shell("pg_dump --version", Map.of()).output());
        return number.find() ? Integer.parseInt(number.group(1)) : 0;
    }

    private static int versionOfDatabase() throws SQLException {
        try (var connection = Databases.connect(source)) {
            return connection.getMetaData().getDatabaseMajorVersion();
        }
    }

    private static boolean hasBackupOfThisRelease() throws Exception {
        try (var connection = Databases.connect(source)) {
            var server = connection.getMetaData();
            var release = server.getDatabaseMajorVersion() + "." + server.getDatabaseMinorVersion() + ".";
            return shell("mariadb-backup --version", Map.of()).output().contains(" " + release);
        }
    }

    @Test
    @EnabledIf("isMariaDb")
    void copiedFilesOfMariaDbAreRestored() throws Exception {
        assumeTrue(hasBackupOfThisRelease(), "needs the mariadb-backup of the server's release");
        var database = Databases.separate("copied");
        try (var server = CoppiceServer.named("backup-copied")
                .database(database.create("coppice_copied"))
                .start()) {
            var api = server.api();
            api.put(SESSION, "s").send().expect(201);
            api.post(MESSAGES, "s")
                    .json(batch(message("before", "walnut")))
                    .send()
                    .expect(201);
            var variables = database(server);
            variables.put("DB_ADMIN", "root");
            variables.put("DB_ADMIN_PASSWORD", "");
            variables.put("COPY", Files.createTempDirectory(folder, "copy").toString());
            variables.put(
                    "DB_FILES",
                    Path.of("target", "it", "mariadb-copied", "data")
                            .toAbsolutePath()
                            .toString());
            run("Copy the files of MariaDB", variables);
            api.post(MESSAGES, "s")
                    .json(batch(message("after", "hazel")))
                    .send()
                    .expect(201);
            server.stop();
            database.kill9();
            run("Restore the files of MariaDB", variables);
            database.restart();
            server.restart();
            var restored = server.api().get(HISTORY, "s").send().expect(200);
            assertEquals(List.of("before"), restored.all("/messages", "id"));
        } finally {
            database.kill9();
        }
    }

    @Test
    void indexIsRebuiltAsThePageSays() throws Exception {
        run("Rebuild the index", requests(source));
        assertTrue(acts().contains("index.rebuild"), "the audit log has the rebuild");
        Await.until("the index is complete", BOUND, () -> "ok"
                .equals(source.api().get("/v1/admin/index").send().expect(200).at("/state")));
    }

    /** The actions in the audit log. */
    private static List<String> acts() {
        var log = source.api().get("/v1/admin/audit").send().expect(200).text();
        return log.lines()
                .map(line -> Json.text(Json.parse(line).path("action")))
                .toList();
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
        assertTrue(acts().contains("backup.done"), "the audit log has the backups");
    }

    @Test
    @DisabledIf(value = "dev.coppice.support.Databases#areOnServer", disabledReason = "the server backs up H2 only")
    void oldBackupThatCannotBeDeletedDoesNotSpoilNewOne() throws IOException {
        // A directory with a file in it cannot be deleted as a file.
        var undeletable = Files.createDirectories(backups().resolve("coppice-20200101T000000.000Z.zip"));
        var inside = Files.writeString(undeletable.resolve("file"), "x");
        try {
            var backup = source.api().post("/v1/admin/backup").send().expect(201);
            assertTrue(Files.exists(backups().resolve(backup.at("/file"))), backup.text());
            assertTrue(source.log().contains("Old backups in " + backups() + " cannot be deleted"));
        } finally {
            Files.delete(inside);
            Files.delete(undeletable);
        }
    }

    @Test
    @DisabledIf(value = "dev.coppice.support.Databases#areOnServer", disabledReason = "the server backs up H2 only")
    void unwritableDirectoryIsNamed() throws IOException {
        assertUnwritable(() -> Files.writeString(backups(), "a file in place of the directory"));
        source.api().post("/v1/admin/backup").send().expect(201);
    }

    /** The data is larger than the disk. */
    @Test
    @DisabledIf(value = "dev.coppice.support.Databases#areOnServer", disabledReason = "the server backs up H2 only")
    void fullDiskOfTheBackupsIsNoFullDiskOfTheDatabase() throws IOException {
        assertUnwritable(() -> {
            Files.createDirectory(backups());
            assumeTrue(
                    Command.run(
                                            folder,
                                            Map.of(),
                                            List.of("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", "" + backups()))
                                    .status()
                            == 0,
                    "needs the right to mount a file system");
        });
        assertFalse(source.log().contains("The disk of the database"));
    }

    /** Work with files. */
    private interface FileWork {
        void run() throws IOException;
    }

    /** Replaces the directory of the backups by something into which nothing can be written. */
    private static void assertUnwritable(FileWork replacement) throws IOException {
        var aside = backups().resolveSibling("aside");
        boolean exists = Files.exists(backups());
        if (exists) {
            Files.move(backups(), aside);
        }
        try {
            replacement.run();
            var problem = source.api().post("/v1/admin/backup").send().problem(503, "unavailable");
            assertTrue(problem.at("/detail").contains("coppice.backup.directory"), problem.text());
            assertTrue(source.log().contains("The backup cannot be written to " + backups()));
        } finally {
            Command.run(folder, Map.of(), List.of("umount", "" + backups()));
            Files.deleteIfExists(backups());
            if (exists) {
                Files.move(aside, backups());
            }
        }
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
