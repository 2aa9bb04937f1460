package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Of a deleted session only the rows that forks inherit are retained, and only as long as these forks exist. MariaDB
 * only: the test reads the tables.
 */
@DatabaseNeutral
@RunsAlone("counts the rows of whole tables")
class ForkErasureIT extends Contract {
    private static final Duration BOUND = Duration.ofMinutes(3);

    private final String canary = unique("canary");

    @BeforeEach
    void requireTables() {
        assumeTrue(Databases.areOnServer(), "only the server can open the file of H2");
    }

    private static void awaitPurge() {
        Await.until("no purge is due", BOUND, () -> Tables.purgesDue() == 0);
    }

    private List<String> columnsWithCanary() throws SQLException {
        return ErasureIT.columnsContaining(canary).stream()
                .filter(place -> !place.startsWith("event"))
                .toList();
    }

    private static void delete(String session) {
        api().delete(SESSION, session).send().expect(204);
    }

    @Test
    void messagesThatNoForkInheritsAreDeletedWithSource() throws SQLException {
        var source = sessionWithMessages(3);
        append(source, message("behind", canary)).expect(201);
        appendUnder(source, "m0", message("aside", canary)).expect(201);
        appendUnder(source, null, message("root", canary), message("below", canary))
                .expect(201);
        var fork = ForkApi.fork(source, "m2").expect(201).at("/id");
        delete(source);
        awaitPurge();
        assertEquals(List.of(), columnsWithCanary());
        assertEquals(List.of("m0", "m1", "m2"), path(fork));
    }

    @Test
    void idOfDeletedSourceMayBeUsedAgain() throws SQLException {
        var id = "s-" + canary;
        create(Json.object("id", id, "name", canary, "userId", canary)).expect(201);
        append(id, message("a", "a")).expect(201);
        var fork = ForkApi.forkWith(id, Json.object("id", unique("fork")))
                .expect(201)
                .at("/id");
        api().patch(SESSION, fork)
                .body("application/merge-patch+json", Json.bytes("{\"name\":null}"))
                .send()
                .expect(200);
        delete(id);
        create(Json.object("id", id)).expect(201);
        assertEquals(List.of(), path(id), "the new session has no messages of the deleted one");
        assertEquals(List.of("a"), path(fork));
    }

    @Test
    void deleteOfLastForkPurgesInheritedMessages() throws SQLException {
        long before = Tables.newestTree();
        var source = sessionWithMessages(3);
        append(source, message("kept", canary)).expect(201);
        var first = ForkApi.fork(source, null).expect(201).at("/id");
        var second = ForkApi.fork(source, null).expect(201).at("/id");
        delete(source);
        delete(first);
        awaitPurge();
        assertEquals(List.of("message.body", "message.preview"), columnsWithCanary());
        assertEquals(List.of("text 0", "text 1", "text 2", canary), ForkApi.texts(second));
        delete(second);
        Await.until("no table has rows of the trees", BOUND, () -> Tables.tablesWithTreesAfter(before)
                .isEmpty());
        assertEquals(List.of(), columnsWithCanary());
    }

    @Test
    void forkOfForkKeepsMessagesInheritedThroughBoth() throws SQLException {
        long before = Tables.newestTree();
        var source = sessionWithMessages(2);
        append(source, message("high", "high"), message("low", canary)).expect(201);
        var middle = ForkApi.fork(source, null).expect(201).at("/id");
        append(middle, message("x", canary), message("y", canary)).expect(201);
        appendUnder(middle, "m1", message("z", "z")).expect(201);
        var last = ForkApi.fork(middle, "z").expect(201).at("/id");
        delete(source);
        delete(middle);
        Await.until("messages that the last fork does not inherit are purged", BOUND, () -> columnsWithCanary()
                .isEmpty());
        assertEquals(List.of("text 0", "text 1", "z"), ForkApi.texts(last));
        append(last, message("own", "own")).expect(201);
        var copy = ForkApi.fork(last, "m0").expect(201).at("/id");
        delete(last);
        awaitPurge();
        assertEquals(List.of("text 0"), ForkApi.texts(copy));
        delete(copy);
        Await.until("no table has rows of the trees", BOUND, () -> Tables.tablesWithTreesAfter(before)
                .isEmpty());
    }

    @Test
    void oldTextsAreKeptAsLongAsForkReadsThem() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("gone", canary), message("changed", canary), message("end", "end"))
                .expect(201);
        var first = ForkApi.fork(source, "end").expect(201).at("/id");
        var second = ForkApi.fork(source, "changed").expect(201).at("/id");
        api().delete(MESSAGE, source, "gone").send().expect(204);
        api().put(MESSAGE, source, "changed")
                .json(message("changed", "harmless"))
                .send()
                .expect(200);
        assertFalse(columnsWithCanary().isEmpty());
        delete(first);
        awaitPurge();
        assertEquals(List.of("text 0", canary, canary), ForkApi.texts(second));
        delete(second);
        Await.until("the old texts are purged", BOUND, () -> columnsWithCanary().isEmpty());
        assertEquals(List.of("text 0", "harmless", "end"), ForkApi.texts(source));
    }

    /** Retained rows of the source are purged with the last fork that inherits them through the middle one. */
    @Test
    void forkWithTrimmedInheritanceRetainsNothingOfSource() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("kept", canary)).expect(201);
        var middle = ForkApi.fork(source, null).expect(201).at("/id");
        append(middle, message("own", "own")).expect(201);
        var last = ForkApi.fork(middle, null).expect(201).at("/id");
        api().patch(SESSION, middle).json("{\"maxMessages\":1}").send().expect(200);
        append(middle, message("next", "next")).expect(201);
        delete(source);
        awaitPurge();
        assertEquals(List.of("next"), ForkApi.texts(middle));
        assertEquals(List.of("text 0", canary, "own"), ForkApi.texts(last));
        delete(last);
        Await.until("the rows that no session reads are purged", BOUND, () -> columnsWithCanary()
                .isEmpty());
        assertEquals(List.of("next"), ForkApi.texts(middle));
    }

    @Test
    void trimmedMessagesArePurgedOnceForksTrimOrDropThem() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("gone", canary), message("end", "end")).expect(201);
        var one = ForkApi.fork(source, "end").expect(201).at("/id");
        var other = ForkApi.fork(source, "gone").expect(201).at("/id");
        api().patch(SESSION, source).json("{\"maxMessages\":1}").send().expect(200);
        api().patch(SESSION, one).json("{\"maxMessages\":1}").send().expect(200);
        awaitPurge();
        assertEquals(List.of("text 0", canary), ForkApi.texts(other));
        delete(other);
        append(one, message("next", "next")).expect(201);
        Await.until("the rows that no session reads are purged", BOUND, () -> columnsWithCanary()
                .isEmpty());
        assertEquals(List.of("end"), ForkApi.texts(source));
        assertEquals(List.of("next"), ForkApi.texts(one));
    }

    @Test
    void clearedForkReleasesOldTexts() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("gone", canary), message("end", "end")).expect(201);
        var fork = ForkApi.fork(source, "end").expect(201).at("/id");
        api().delete(MESSAGE, source, "gone").send().expect(204);
        api().post(SESSION + "/clear", fork).send().expect(200);
        Await.until("the old text is purged", BOUND, () -> columnsWithCanary().isEmpty());
        assertEquals(List.of("m0", "end"), path(source));
    }

    @Test
    void expiredForkReleasesOldTexts() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("gone", canary)).expect(201);
        var fork = ForkApi.fork(source, "gone").expect(201).at("/id");
        api().delete(MESSAGE, source, "gone").send().expect(204);
        api().patch(SESSION, fork)
                .body("application/merge-patch+json", Json.bytes("{\"ttlSeconds\":1}"))
                .send()
                .expect(200);
        Await.until("the old text is purged", BOUND, () -> columnsWithCanary().isEmpty());
        assertEquals(List.of("m0"), path(source));
    }

    @Test
    void clearedSourceKeepsMessagesOfItsFork() throws SQLException {
        var source = sessionWithMessages(2);
        append(source, message("behind", canary)).expect(201);
        var fork = ForkApi.fork(source, "m1").expect(201).at("/id");
        api().post(SESSION + "/clear", source).send().expect(200);
        Await.until("the message after the fork point is purged", BOUND, () -> columnsWithCanary()
                .isEmpty());
        append(source, message("m0", "anew")).expect(201);
        assertEquals(List.of("text 0", "text 1"), ForkApi.texts(fork));
        assertEquals(List.of("anew"), ForkApi.texts(source));
    }

    @Test
    void messageDeletedBeforeForkIsWipedAndNotCopied() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("gone", canary), message("end", "end")).expect(201);
        api().delete(MESSAGE, source, "gone").send().expect(204);
        var fork = ForkApi.fork(source, "end").expect(201).at("/id");
        assertEquals(List.of(), columnsWithCanary());
        assertEquals(List.of("m0", "end"), path(fork));
    }

    @Test
    void compactionsAndEditsOfOrphanedTreeArePurged() throws SQLException {
        var source = sessionWithMessages(3);
        var fork = ForkApi.fork(source, "m2").expect(201).at("/id");
        CompactionsIT.compact(source, "m0", "m1", canary).expect(201);
        api().put(MESSAGE, source, "m0").json(message("m0", canary)).send().expect(200);
        delete(source);
        Await.until("the texts that only the source showed are purged", BOUND, () -> columnsWithCanary()
                .isEmpty());
        assertEquals(List.of("text 0", "text 1", "text 2"), ForkApi.texts(fork));
    }

    @Test
    void manyRowsArePurgedInBoundedSteps() throws SQLException {
        long before = Tables.newestTree();
        var source = sessionWithMessages(2500);
        for (int i = 0; i < 150; i++) {
            appendUnder(source, "m" + i, message("b" + i, canary)).expect(201);
        }
        var fork = ForkApi.fork(source, "m1200").expect(201).at("/id");
        delete(source);
        awaitPurge();
        assertEquals(List.of(), columnsWithCanary());
        assertEquals(1201, Tables.count("select count(*) from message where tree_id > " + before));
        assertEquals(1201, path(fork).size());
        delete(fork);
        Await.until("no table has rows of the trees", BOUND, () -> Tables.tablesWithTreesAfter(before)
                .isEmpty());
    }
}
