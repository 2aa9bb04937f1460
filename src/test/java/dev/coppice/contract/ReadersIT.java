package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Readers by cursor, while writers commit: they miss nothing and see nothing twice. */
class ReadersIT extends Contract {

    private static final int WRITERS = 8;
    private static final int EACH = 30;

    /** Follows the entries of a session: at the end it asks again with the cursor that led there. */
    private static final class Follower {
        private final String session;
        private final int limit;
        private final List<JsonNode> seen = new ArrayList<>();
        private String cursor;
        private int pageStart;

        Follower(String session, int limit) {
            this.session = session;
            this.limit = limit;
        }

        void read() {
            var call = api().get(MESSAGES, session).query("limit", limit);
            var page = (cursor == null ? call : call.query("cursor", cursor))
                    .send()
                    .expect(200);
            var items = page.json().path("items");
            for (var i = 0; i < items.size(); i++) {
                if (pageStart + i < seen.size()) {
                    assertEquals(id(seen.get(pageStart + i)), id(items.get(i)), "A page read again has changed");
                } else {
                    seen.add(items.get(i));
                }
            }
            var next = page.at("/nextCursor");
            if (next != null) {
                cursor = next;
                pageStart = seen.size();
            }
        }

        List<String> ids() {
            return seen.stream().map(Follower::id).toList();
        }

        private static String id(JsonNode entry) {
            return Json.text(entry.at("/message/id"));
        }
    }

    @Test
    void aReaderSeesEachEntryOnceAndParentsFirst() {
        var session = session();
        var finished = new AtomicInteger();
        var followers = ParallelClients.of(WRITERS + 2, member -> {
            if (member < WRITERS) {
                writeBranches(session, member);
                finished.incrementAndGet();
                return null;
            }
            var follower = new Follower(session, member == WRITERS ? 7 : 50);
            Await.until("all entries are read", Duration.ofSeconds(120), () -> {
                var over = finished.get() == WRITERS;
                for (var page = 0; page < 20; page++) {
                    follower.read();
                }
                return over && follower.seen.size() >= WRITERS * EACH;
            });
            return follower;
        });
        var order = allEntries(api(), session, 200).stream().map(Follower::id).toList();
        assertEquals(WRITERS * EACH, order.size());
        for (var follower : followers.subList(WRITERS, WRITERS + 2)) {
            assertEquals(order, follower.ids());
            var known = new HashSet<String>();
            for (var entry : follower.seen) {
                var parent = Json.text(entry.path("parentId"));
                assertTrue(parent == null || known.contains(parent), "A child before its parent " + parent);
                assertTrue(known.add(Follower.id(entry)), "Twice: " + entry);
            }
        }
    }

    /** Every third message on a branch of its own, the others wherever the leaf is. */
    private static void writeBranches(String session, int writer) {
        String previous = null;
        for (var n = 0; n < EACH; n++) {
            var id = "w" + writer + "-" + n;
            var parent = previous;
            var branches = parent != null && n % 3 == 0;
            retryWhileBusy(
                    201,
                    () -> branches
                            ? appendUnder(session, parent, message(id, "x"))
                            : append(session, message(id, "x")));
            previous = id;
        }
    }

    @Test
    void aHistoryReadWhileWritersCommitIsOneThatWas() {
        var session = sessionWithMessages(50);
        ParallelClients.of(5, member -> {
            if (member < 3) {
                for (var n = 0; n < 25; n++) {
                    var id = "w" + member + "-" + n;
                    retryWhileBusy(201, () -> append(session, message(id, "x")));
                }
            } else {
                for (var n = 0; n < 25; n++) {
                    var history = history(session);
                    var ids = history.all("/messages", "id");
                    assertEquals(history.number("/pathLength"), ids.size());
                    assertEquals(history.at("/leafId"), ids.get(ids.size() - 1));
                    assertEquals(ids.size(), new HashSet<>(ids).size());
                    assertEquals(path(session, history.at("/leafId")), ids);
                }
            }
            return null;
        });
        assertEquals(125, path(session).size());
    }
}
