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

/** What stays of a deleted session is what its forks still own, and no longer than they do. */
@DatabaseNeutral
@RunsAlone("counts the rows of whole tables")
class ForkErasureIT extends Contract {
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final String canary = unique("canary");

    @BeforeEach
    void onlyWhereTablesAreOpen() {
        assumeTrue(Databases.mariaDb(), "H2's file is the server's own");
    }

    private static void purged() {
        Await.until("all is purged", BOUND, () -> Tables.purgesDue() == 0);
    }

    private List<String> places() throws SQLException {
        return ErasureIT.columnsContaining(canary).stream()
                .filter(place -> !place.startsWith("event"))
                .toList();
    }

    private static void delete(String session) {
        api().delete(SESSION, session).send().expect(204);
    }

    @Test
    void whatNoForkReachesGoesWithTheSource() throws SQLException {
        var source = sessionWithMessages(3);
        append(source, message("behind", canary)).expect(201);
        appendUnder(source, "m0", message("aside", canary)).expect(201);
        appendUnder(source, null, message("root", canary), message("below", canary))
                .expect(201);
        var fork = ForkApi.fork(source, "m2").expect(201).at("/id");
        delete(source);
        purged();
        assertEquals(List.of(), places());
        assertEquals(List.of("m0", "m1", "m2"), path(fork));
    }

    @Test
    void theSourcesNameAndMetadataAreFreeAndGone() throws SQLException {
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
        assertEquals(List.of(), path(id), "nothing of what was there under the name");
        assertEquals(List.of("a"), path(fork));
    }

    @Test
    void theLastForksDeletePurgesTheRest() throws SQLException {
        long before = Tables.newestTree();
        var source = sessionWithMessages(3);
        append(source, message("kept", canary)).expect(201);
        var first = ForkApi.fork(source, null).expect(201).at("/id");
        var second = ForkApi.fork(source, null).expect(201).at("/id");
        delete(source);
        delete(first);
        purged();
        assertEquals(List.of("message.body", "message.preview"), places());
        assertEquals(List.of("text 0", "text 1", "text 2", canary), ForkApi.texts(second));
        delete(second);
        Await.until("nothing is left", BOUND, () -> Tables.tablesWithTreesAfter(before)
                .isEmpty());
        assertEquals(List.of(), places());
    }

    @Test
    void aForkOfAForkKeepsWhatItReachesThroughBoth() throws SQLException {
        long before = Tables.newestTree();
        var source = sessionWithMessages(2);
        append(source, message("high", "high"), message("low", canary)).expect(201);
        var middle = ForkApi.fork(source, null).expect(201).at("/id");
        append(middle, message("x", canary), message("y", canary)).expect(201);
        appendUnder(middle, "m1", message("z", "z")).expect(201);
        var last = ForkApi.fork(middle, "z").expect(201).at("/id");
        delete(source);
        delete(middle);
        Await.until("what the last one does not reach is gone", BOUND, () -> places().isEmpty());
        assertEquals(List.of("text 0", "text 1", "z"), ForkApi.texts(last));
        append(last, message("own", "own")).expect(201);
        var copy = ForkApi.fork(last, "m0").expect(201).at("/id");
        delete(last);
        purged();
        assertEquals(List.of("text 0"), ForkApi.texts(copy));
        delete(copy);
        Await.until("nothing is left", BOUND, () -> Tables.tablesWithTreesAfter(before)
                .isEmpty());
    }

    @Test
    void whatTheSourceDeletesOrChangesStaysOnlyAsLongAsAForkHoldsIt() throws SQLException {
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
        assertFalse(places().isEmpty());
        delete(first);
        purged();
        assertEquals(List.of("text 0", canary, canary), ForkApi.texts(second));
        delete(second);
        Await.until("the old texts are gone", BOUND, () -> places().isEmpty());
        assertEquals(List.of("text 0", "harmless", "end"), ForkApi.texts(source));
    }

    /** It did not while another one read the source through it; now nobody does. */
    @Test
    void aForkThatHasLetGoOfItHoldsNothingOfItsSource() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("kept", canary)).expect(201);
        var middle = ForkApi.fork(source, null).expect(201).at("/id");
        append(middle, message("own", "own")).expect(201);
        var last = ForkApi.fork(middle, null).expect(201).at("/id");
        api().patch(SESSION, middle).json("{\"maxMessages\":1}").send().expect(200);
        append(middle, message("next", "next")).expect(201);
        delete(source);
        purged();
        assertEquals(List.of("next"), ForkApi.texts(middle));
        assertEquals(List.of("text 0", canary, "own"), ForkApi.texts(last));
        delete(last);
        Await.until("what nobody reads is gone", BOUND, () -> places().isEmpty());
        assertEquals(List.of("next"), ForkApi.texts(middle));
    }

    @Test
    void whatASourceLetGoOfIsPurgedWhenItsForksHave() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("gone", canary), message("end", "end")).expect(201);
        var one = ForkApi.fork(source, "end").expect(201).at("/id");
        var other = ForkApi.fork(source, "gone").expect(201).at("/id");
        api().patch(SESSION, source).json("{\"maxMessages\":1}").send().expect(200);
        api().patch(SESSION, one).json("{\"maxMessages\":1}").send().expect(200);
        purged();
        assertEquals(List.of("text 0", canary), ForkApi.texts(other));
        delete(other);
        append(one, message("next", "next")).expect(201);
        Await.until("what nobody reads is gone", BOUND, () -> places().isEmpty());
        assertEquals(List.of("end"), ForkApi.texts(source));
        assertEquals(List.of("next"), ForkApi.texts(one));
    }

    @Test
    void clearingTheForkLetsGoToo() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("gone", canary), message("end", "end")).expect(201);
        var fork = ForkApi.fork(source, "end").expect(201).at("/id");
        api().delete(MESSAGE, source, "gone").send().expect(204);
        api().post(SESSION + "/clear", fork).send().expect(200);
        Await.until("the old text is gone", BOUND, () -> places().isEmpty());
        assertEquals(List.of("m0", "end"), path(source));
    }

    @Test
    void anExpiredForkLetsGoToo() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("gone", canary)).expect(201);
        var fork = ForkApi.fork(source, "gone").expect(201).at("/id");
        api().delete(MESSAGE, source, "gone").send().expect(204);
        api().patch(SESSION, fork)
                .body("application/merge-patch+json", Json.bytes("{\"ttlSeconds\":1}"))
                .send()
                .expect(200);
        Await.until("the old text is gone", BOUND, () -> places().isEmpty());
        assertEquals(List.of("m0"), path(source));
    }

    @Test
    void aClearedSourceLeavesWhatItsForkOwns() throws SQLException {
        var source = sessionWithMessages(2);
        append(source, message("behind", canary)).expect(201);
        var fork = ForkApi.fork(source, "m1").expect(201).at("/id");
        api().post(SESSION + "/clear", source).send().expect(200);
        Await.until("what lay behind is gone", BOUND, () -> places().isEmpty());
        append(source, message("m0", "anew")).expect(201);
        assertEquals(List.of("text 0", "text 1"), ForkApi.texts(fork));
        assertEquals(List.of("anew"), ForkApi.texts(source));
    }

    @Test
    void whatWasDeletedBeforeTheForkIsWipedAtOnceAndNotCopied() throws SQLException {
        var source = sessionWithMessages(1);
        append(source, message("gone", canary), message("end", "end")).expect(201);
        api().delete(MESSAGE, source, "gone").send().expect(204);
        var fork = ForkApi.fork(source, "end").expect(201).at("/id");
        assertEquals(List.of(), places());
        assertEquals(List.of("m0", "end"), path(fork));
    }

    @Test
    void theStoolsOwnSummariesAndChangesGoAtOnce() throws SQLException {
        var source = sessionWithMessages(3);
        var fork = ForkApi.fork(source, "m2").expect(201).at("/id");
        CompactionsIT.compact(source, "m0", "m1", canary).expect(201);
        api().put(MESSAGE, source, "m0").json(message("m0", canary)).send().expect(200);
        delete(source);
        Await.until("what only the source saw is gone", BOUND, () -> places().isEmpty());
        assertEquals(List.of("text 0", "text 1", "text 2"), ForkApi.texts(fork));
    }

    @Test
    void thousandsOfRowsGoInBoundedSteps() throws SQLException {
        long before = Tables.newestTree();
        var source = sessionWithMessages(2500);
        for (int i = 0; i < 150; i++) {
            appendUnder(source, "m" + i, message("b" + i, canary)).expect(201);
        }
        var fork = ForkApi.fork(source, "m1200").expect(201).at("/id");
        delete(source);
        purged();
        assertEquals(List.of(), places());
        assertEquals(1201, Tables.count("select count(*) from message where tree_id > " + before));
        assertEquals(1201, path(fork).size());
        delete(fork);
        Await.until("nothing is left", BOUND, () -> Tables.tablesWithTreesAfter(before)
                .isEmpty());
    }
}
