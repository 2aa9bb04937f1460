package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.Command;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.HttpAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The disk of the database is full for a while: writes get 503, never 500, the log stays short, and afterwards writes
 * succeed and everything acknowledged is there. MariaDB ends if it finds no space to roll back, so it is started
 * again. H2 closes its database, and at times does not unlock its file; then only a restart of the server opens it
 * again. On H2 and MariaDB, in the profile {@code chaos}. Needs the right to mount a file system.
 */
@Tag("chaos-only")
class DiskFullIT {
    private static final String SESSION = "full";
    private static final int MAX_APPENDS = 400;
    private static final int REFUSALS = 60;
    /** On H2 the database and the index are closed and opened again, and each library has lines about that. */
    private static final int MAX_LINES = Databases.areOnServer() ? 50 : 400;

    private static final Duration LONG = Duration.ofMinutes(3);

    private final Map<String, HttpAnswer> acknowledged = new HashMap<>();
    private final Set<String> refused = new LinkedHashSet<>();

    @Test
    void writesAreRefusedUntilThereIsSpaceAgain() throws IOException {
        if (Databases.areOnServer()) {
            ofMariaDb();
        } else {
            ofH2();
        }
    }

    private void ofH2() throws IOException {
        try (var server = CoppiceServer.named("h2-disk-full").start()) {
            var data = server.data();
            server.stop();
            onSmallDisk(
                    data,
                    () -> {
                        server.restart();
                        fillAndFree(server, data.resolve("filler"), () -> {
                            server.stop();
                            server.restart();
                        });
                    },
                    server::stop);
        }
    }

    private void ofMariaDb() throws IOException {
        var database = Databases.separate("full");
        var data = Path.of("target/it/mariadb-full/data").toAbsolutePath();
        Assumptions.assumeTrue(Files.isDirectory(data), "only on H2 and MariaDB");
        var tables = database.create("coppice_full");
        database.kill9();
        onSmallDisk(
                data,
                () -> {
                    database.restart();
                    try (var server = CoppiceServer.named("database-disk-full")
                            .database(tables)
                            .start()) {
                        fillAndFree(server, data.resolve("filler"), database::restart);
                    }
                },
                database::kill9);
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Moves a directory to a file system with 64 MB of free space, runs the work, ends it, and unmounts. */
    private static void onSmallDisk(Path directory, Work work, Work end) throws IOException {
        var copy = directory.resolveSibling("copy").toString();
        run("rm", "-rf", copy);
        assertTrue(run("cp", "-a", directory.toString(), copy));
        var size = "size=" + (size(directory) + (64 << 20));
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString()),
                "needs the right to mount a file system");
        try {
            assertTrue(run("cp", "-a", copy + "/.", directory.toString()));
            work.run();
        } finally {
            end.run();
            run("umount", directory.toString());
        }
    }

    private static long size(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static boolean run(String... command) {
        return Command.run(Path.of("target"), Map.of(), List.of(command)).status() == 0;
    }

    private void fillAndFree(CoppiceServer server, Path filler, Work freed) throws IOException {
        var api = server.api();
        api.put(Contract.SESSION, SESSION).send().expect(201);
        append(api, "before");
        assertEquals(1, acknowledged.size());
        IndexDiskFullIT.fill(filler);
        int logged = server.log().length();
        for (int n = 0; n < MAX_APPENDS && refused.size() < REFUSALS; n++) {
            append(api, "m" + n);
        }
        assertFalse(refused.isEmpty(), "no append was refused");
        if (!Databases.areOnServer()) {
            Await.until("the health names the disk", LONG, () -> "low"
                    .equals(api.get("/health/ready").send().at("/disk/state")));
        }
        if (!Databases.areOnServer()) {
            var log = server.log().substring(logged);
            assertTrue(log.contains("The disk of the database is full"), "the log names the reason");
        }
        assertShort(server.log().substring(logged));
        Files.delete(filler);
        freed.run();
        long start = System.nanoTime();
        for (var id : refused) {
            Await.until("the append of " + id + " succeeds", LONG, () -> append(api, id));
        }
        System.out.printf(
                "%d appends refused on a full disk; all succeeded within %.1f s after there was space%n",
                refused.size(), (System.nanoTime() - start) / 1e9);
        DurabilityIT.assertStoredOnce(api, SESSION, acknowledged);
    }

    /** Appends a message of 50 KB. Returns true if it is stored; otherwise the answer must be 503 with Retry-After. */
    private boolean append(Api api, String id) {
        var answer = api.post(Contract.MESSAGES, SESSION)
                .json(Contract.batch(Contract.message(id, (id + " ").repeat(50_000 / (id.length() + 1)))))
                .send();
        if (answer.status() == 200 || answer.status() == 201) {
            acknowledged.put(id, answer);
            return true;
        }
        answer.expect(503);
        assertNotNull(answer.header("Retry-After"), answer.toString());
        refused.add(id);
        return false;
    }

    private static void assertShort(String log) {
        assertFalse(log.contains("Request failed"), "no refusal is an error of the server");
        assertTrue(log.lines().count() <= MAX_LINES, log.lines().count() + " lines");
    }
}
