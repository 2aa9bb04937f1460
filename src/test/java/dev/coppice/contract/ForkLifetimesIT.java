package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Forks and splits of forks, of split and expired sessions, and what a fork does not inherit. */
class ForkLifetimesIT extends Contract {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static String fork(String source, String at) {
        return ForkApi.fork(source, at).expect(201).at("/id");
    }

    private static HttpAnswer split(String session) {
        return api().post("/v1/sessions/{}/split", session)
                .json(Json.object("summary", "the story so far"))
                .send();
    }

    private static TreeSet<String> childrenOf(String parent) {
        return new TreeSet<>(api().get("/v1/sessions")
                .query("parent", parent)
                .send()
                .expect(200)
                .all("/items", "id"));
    }

    private static void patch(String session, String json) {
        api().patch(SESSION, session)
                .body("application/merge-patch+json", Json.bytes(json))
                .send()
                .expect(200);
    }

    private static void awaitExpiry(String session) {
        Await.until(
                "the session expires",
                SOON,
                () -> api().head(SESSION, session).send().status() == 404);
    }

    @Test
    void splitSessionMayBeForkedAndForkIsWritable() {
        var source = sessionWithMessages(3);
        split(source).expect(201);
        var fork = ForkApi.fork(source, "m1").expect(201);
        assertNull(fork.at("/endedAt"));
        assertNull(fork.at("/endReason"));
        append(fork.at("/id"), message("on", "x")).expect(201);
        assertEquals(List.of("m0", "m1", "on"), path(fork.at("/id")));
        append(source, message("on", "x")).problem(409, "session-ended");
        assertEquals(List.of("m0", "m1", "m2"), path(source));
    }

    @Test
    void forkMayBeSplit() {
        var source = sessionWithMessages(3);
        var fork = fork(source, "m1");
        append(fork, message("own", "x")).expect(201);
        var split = split(fork).expect(201);
        assertEquals(fork, split.at("/parentSessionId"));
        assertNull(split.at("/forkedAtMessageId"));
        assertEquals(1, split.number("/messageCount"));
        assertEquals(List.of("the story so far"), ForkApi.texts(split.at("/id")));
        assertEquals("compaction", get(fork).at("/endReason"));
        assertEquals(List.of("m0", "m1", "own"), path(fork));
        append(fork, message("late", "x")).problem(409, "session-ended");
        append(source, message("on", "x")).expect(201);
        api().delete(SESSION, source).send().expect(204);
        assertEquals(List.of("m0", "m1", "own"), path(fork));
        api().delete(SESSION, fork).send().expect(204);
        assertEquals(List.of("the story so far"), ForkApi.texts(split.at("/id")));
    }

    @Test
    void forksAndSplitsAreListedAsChildrenOfDeletedParent() {
        var parent = sessionWithMessages(2);
        var one = fork(parent, "m0");
        var other = fork(parent, null);
        var grandchild = fork(one, null);
        var split = split(parent).expect(201).at("/id");
        assertEquals(new TreeSet<>(List.of(one, other, split)), childrenOf(parent));
        assertEquals(new TreeSet<>(List.of(grandchild)), childrenOf(one));
        api().delete(SESSION, other).send().expect(204);
        assertEquals(new TreeSet<>(List.of(one, split)), childrenOf(parent));
        api().delete(SESSION, parent).send().expect(204);
        assertEquals(new TreeSet<>(List.of(one, split)), childrenOf(parent));
    }

    @Test
    void forksSurviveExpiryOfSource() {
        var source = sessionWithMessages(4);
        api().put(MESSAGE, source, "m1").json(message("m1", "changed")).send().expect(200);
        var fork = fork(source, "m2");
        var last = fork(fork, "m1");
        patch(source, "{\"ttlSeconds\":1}");
        awaitExpiry(source);
        ForkApi.fork(source, null).problem(404, "session-not-found");
        append(fork, message("own", "own")).expect(201);
        assertEquals(List.of("text 0", "changed", "text 2", "own"), ForkApi.texts(fork));
        assertEquals(List.of("text 0", "changed"), ForkApi.texts(last));
        create(Json.object("id", source)).expect(201);
        assertEquals(List.of(), path(source));
        assertEquals(List.of("text 0", "changed"), ForkApi.texts(last));
    }

    @Test
    void forkHasExpiryOfItsOwn() {
        var source = sessionWithMessages(1);
        patch(source, "{\"ttlSeconds\":1000}");
        var fork = fork(source, null);
        var expiresAt = get(fork).at("/expiresAt");
        Await.until("a write renews the expiry of the source", SOON, () -> {
            append(source, message(unique("m"), "x")).expect(201);
            return !get(source).at("/expiresAt").equals(expiresAt);
        });
        assertEquals(expiresAt, get(fork).at("/expiresAt"), "a write of the source does not renew the fork");
        patch(fork, "{\"ttlSeconds\":1}");
        awaitExpiry(fork);
        assertNotEquals(List.of(), path(source));
    }

    @Test
    void stateValuesAndRunsAreNotInherited() {
        var source = sessionWithMessages(2);
        api().put(StateApi.STATE, source).json("{\"step\":1}").send().expect(200);
        StateApi.save(source, "k", "1").expect(201);
        RunApi.saveRun(source, "r", "{'status':'running'}").expect(201);
        for (var successor :
                List.of(fork(source, null), split(source).expect(201).at("/id"))) {
            assertEquals(
                    "{}",
                    api().get(StateApi.STATE, successor).send().expect(200).text());
            StateApi.value(successor, "k").problem(404, "value-not-found");
            RunApi.run(successor, "r").problem(404, "run-not-found");
        }
        RunApi.run(source, "r").expect(200);
    }

    @Test
    void otherBodyWithIdempotencyKeyOfForkIsRefused() {
        var source = sessionWithMessages(2);
        var key = unique("key");
        for (var status : List.of(201, 422)) {
            var at = status == 201 ? "m0" : "m1";
            api().post(ForkApi.FORK, source)
                    .header("Idempotency-Key", key)
                    .json(Json.object("atMessageId", at))
                    .send()
                    .expect(status);
        }
        assertEquals(1, childrenOf(source).size());
    }
}
