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

/** Reads during concurrent writes: paging by cursor neither skips nor repeats entries; histories are consistent. */
class ReadersIT extends Contract {

    private static final int WRITERS = 8;
    private static final int MESSAGES_PER_WRITER = 30;

    /** Pages through the entries of a session; at the end it reads the last page again. */
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
                    assertEquals(id(seen.get(pageStart + i)), id(items.get(i)), "An entry of a page has changed");
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
    void readerSeesEachEntryOnceAndParentsFirst() {
        var session = session();
        var finished = new AtomicInteger();
        var followers = ParallelClients.of(WRITERS + 2, client -> {
            if (client < WRITERS) {
                writeBranches(session, client);
                finished.incrementAndGet();
                return null;
            }
            var follower = new Follower(session, client == WRITERS ? 7 : 50);
            Await.until("all entries are read", Duration.ofMinutes(5), () -> {
                var finishedWriting = finished.get() == WRITERS;
                for (var page = 0; page < 20; page++) {
                    follower.read();
                }
                return finishedWriting && follower.seen.size() >= WRITERS * MESSAGES_PER_WRITER;
            });
            return follower;
        });
        var order = allEntries(api(), session, 200).stream().map(Follower::id).toList();
        assertEquals(WRITERS * MESSAGES_PER_WRITER, order.size());
        for (var follower : followers.subList(WRITERS, WRITERS + 2)) {
            assertEquals(order, follower.ids());
            var known = new HashSet<String>();
            for (var entry : follower.seen) {
                var parent = Json.text(entry.path("parentId"));
                assertTrue(parent == null || known.contains(parent), "Child read before its parent " + parent);
                assertTrue(known.add(Follower.id(entry)), "Entry read twice: " + entry);
            }
        }
    }

    /** Appends every third message under the previous message of this writer and the others at the leaf. */
    private static void writeBranches(String session, int writer) {
        String previous = null;
        for (var n = 0; n < MESSAGES_PER_WRITER; n++) {
            var id = "w" + writer + "-" + n;
            var parent = previous;
            var underPrevious = parent != null && n % 3 == 0;
            retryWhileBusy(
                    201,
                    () -> underPrevious
                            ? appendUnder(session, parent, message(id, "x"))
                            : append(session, message(id, "x")));
            previous = id;
        }
    }

    /** The session always has a message, so it always has a leaf. */
    @Test
    void leafIsReadWhileLeavesAreDeleted() {
        var session = sessionWithMessages(2);
        var finished = new AtomicInteger();
        ParallelClients.of(4, client -> {
            if (client == 0) {
                try {
                    appendAndDelete(session);
                } finally {
                    finished.incrementAndGet();
                }
            }
            while (finished.get() == 0) {
                retryWhileBusy(200, () -> api().get(SESSION + "/leaf", session).send());
            }
            return null;
        });
        assertEquals(
                "m1", api().get(SESSION + "/leaf", session).send().expect(200).at("/message/id"));
    }

    private static void appendAndDelete(String session) {
        for (var n = 0; n < 60; n++) {
            var id = "n" + n;
            retryWhileBusy(201, () -> append(session, message(id, "x")));
            retryWhileBusy(204, () -> api().delete(MESSAGE, session, id).send());
        }
    }

    @Test
    void historyReadDuringWritesIsConsistent() {
        var session = sessionWithMessages(50);
        ParallelClients.of(5, client -> {
            if (client < 3) {
                for (var n = 0; n < 25; n++) {
                    var id = "w" + client + "-" + n;
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
