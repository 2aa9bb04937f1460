package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.DatabaseServer;
import dev.coppice.support.Databases;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.ParallelClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The database server is killed and started again while clients append; the server of Coppice runs on. Meanwhile it
 * answers 503 at once, and what it has acknowledged is stored exactly once. On MariaDB and PostgreSQL, in the profile
 * {@code chaos}.
 */
@Tag("chaos-only")
class DatabaseKillsIT {
    private static final int CLIENTS = 16;
    private static final int SESSIONS = 8;
    private static final int BETWEEN_KILLS = 200;
    /** So many requests are refused before the database starts again. */
    private static final int REFUSED = 500;

    private static final int KILLS = Integer.getInteger("coppice.kills", 5);

    private static final Duration LONG = Duration.ofSeconds(400);
    private static final Duration REFUSED_WITHIN = Duration.ofSeconds(2);
    private static final Duration BACK_WITHIN = Duration.ofSeconds(5);

    private final Map<String, HttpAnswer> acknowledged = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<HttpAnswer> refused = new ConcurrentLinkedQueue<>();
    private final List<Duration> outages = Collections.synchronizedList(new ArrayList<>());

    @Test
    void acknowledgedAppendsSurviveKillsOfTheDatabase() {
        assumeTrue(Databases.areOnServer(), "kills a database server");
        var database = Databases.separate("kills");
        try (var server = CoppiceServer.named("database-kills")
                .database(database.create("coppice_kills"))
                .start()) {
            storm(server.api(), database);
            for (var s = 0; s < SESSIONS; s++) {
                DurabilityIT.assertStoredOnce(server.api(), session(s), acknowledged);
            }
        } finally {
            database.kill9();
        }
        report();
        refused.forEach(answer -> {
            answer.expect(503);
            assertNotNull(answer.header("Retry-After"), answer.toString());
        });
        assertTrue(longestRefusal().compareTo(REFUSED_WITHIN) <= 0, "longest refusal: " + longestRefusal());
        outages.forEach(time -> assertTrue(time.compareTo(BACK_WITHIN) <= 0, "answers after " + time));
        assertEquals(KILLS, outages.size());
    }

    private static String session(int number) {
        return "kill-" + number % SESSIONS;
    }

    private void storm(Api api, DatabaseServer database) {
        for (var s = 0; s < SESSIONS; s++) {
            api.put(Contract.SESSION, session(s)).send().expect(201);
        }
        var isOver = new AtomicBoolean();
        ParallelClients.of(CLIENTS + 1, member -> {
            if (member == CLIENTS) {
                try {
                    killAndRestart(database);
                } finally {
                    isOver.set(true);
                }
            } else {
                for (var n = 0; !isOver.get(); n++) {
                    append(api, session(member), "c" + member + "-" + n);
                }
            }
            return null;
        });
    }

    private void killAndRestart(DatabaseServer database) {
        for (var kill = 1; kill <= KILLS; kill++) {
            awaitAppends();
            int before = refused.size();
            database.kill9();
            Await.until("requests are refused", LONG, () -> refused.size() >= before + REFUSED);
            database.restart();
            var back = System.nanoTime();
            int stored = acknowledged.size();
            Await.until("an append is acknowledged", LONG, () -> acknowledged.size() > stored);
            outages.add(Duration.ofNanos(System.nanoTime() - back));
        }
        awaitAppends();
    }

    private void awaitAppends() {
        var target = acknowledged.size() + BETWEEN_KILLS;
        Await.until("the clients append", LONG, () -> acknowledged.size() >= target);
    }

    /** Repeats the append of the same message until it is acknowledged. */
    private void append(Api api, String session, String id) {
        Await.until("append of " + id, LONG, () -> {
            var answer = api.post(Contract.MESSAGES, session)
                    .json(Contract.batch(Contract.message(id, "text of " + id)))
                    .send();
            if (answer.status() == 201 || answer.status() == 200) {
                acknowledged.put(id, answer);
                return true;
            }
            refused.add(answer);
            return false;
        });
    }

    private Duration longestRefusal() {
        return refused.stream().map(HttpAnswer::took).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    private void report() {
        System.out.printf(
                "%d appends acknowledged around %d kills of the database, %d refused, the longest after %.1f s;"
                        + " the first append after the database was back took %s%n",
                acknowledged.size(), KILLS, refused.size(), longestRefusal().toMillis() / 1e3, outages);
    }
}
