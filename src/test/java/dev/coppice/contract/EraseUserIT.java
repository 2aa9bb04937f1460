package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ModelScript;
import dev.coppice.support.SharedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Erasure of a user with all data; the answer counts what was erased. */
class EraseUserIT extends MemoryApi {
    private static final String NOTHING =
            """
            {"sessions":0,"messages":0,"blocks":0,"summaries":0,"profile":0,"values":0,"runs":0,"indexEntries":0}""";

    private final String user = unique("user");

    private HttpAnswer erase() {
        return api().delete(USER, user).send().expect(200);
    }

    private static long sessionsOf(String user) {
        return api().get("/v1/sessions")
                .query("userId", user)
                .query("namespace", "*")
                .send()
                .expect(200)
                .json()
                .path("items")
                .size();
    }

    @Test
    void unknownUserIsErasedWithZeroCounts() {
        assertEquals(Json.parse(NOTHING), erase().json());
        api().as(token(unique("t"), "write")).delete(USER, user).send().expect(200);
        api().delete(USER, " x").send().problem(422, "invalid-id");
        api().as(token("default", "read")).delete(USER, user).send().problem(403, "forbidden");
    }

    @Test
    void sessionsOfAllNamespacesAreErasedAndOthersKept() {
        sessionOfUser(user, "one", "two");
        sessionOfUser(user);
        api().post("/v1/sessions")
                .query("namespace", "garden")
                .json(Json.object("id", unique("s"), "userId", user))
                .send()
                .expect(201);
        var other = unique("other");
        var kept = sessionOfUser(other, "three");
        var otherTenant = api().as(token(unique("t"), "write"));
        otherTenant
                .post("/v1/sessions")
                .json(Json.object("id", "s", "userId", user))
                .send()
                .expect(201);
        var receipt = erase();
        assertEquals(3, receipt.number("/sessions"));
        assertEquals(4, receipt.number("/messages"));
        assertEquals(4, receipt.number("/indexEntries"));
        assertEquals(0, sessionsOf(user));
        assertEquals(1, sessionsOf(other));
        assertEquals(2, path(kept).size());
        otherTenant.get(SESSION, "s").send().expect(200);
        assertEquals(Json.parse(NOTHING), erase().json());
    }

    @Test
    void moreSessionsThanOnePageAreErased() {
        for (int i = 0; i < 105; i++) {
            create(Json.object("userId", user)).expect(201);
        }
        assertEquals(105, erase().number("/sessions"));
        assertEquals(0, sessionsOf(user));
    }

    @Test
    void summariesAndProfileAreErased() {
        SharedServer.model().play(ModelScript.answer("A summary."));
        var id = sessionOfUser(user, "one");
        summarize(id).expect(200);
        api().put(PROFILE, user).json("{\"tone\":\"calm\"}").send().expect(201);
        var call = api().post(PROFILE, user).header("Idempotency-Key", unique("key"));
        SharedServer.model().play(ModelScript.answer("{\"tone\":\"glad\"}"));
        assertEquals("glad", call.send().expect(200).at("/profile/tone"));
        var receipt = erase();
        assertEquals(1, receipt.number("/summaries"));
        assertEquals(1, receipt.number("/profile"));
        profile(user).problem(404, "profile-not-found");
        assertEquals(null, call.send().expect(200).at("/profile"));
    }

    @Test
    void valuesAndRunsAreErased() {
        var id = sessionOfUser(user);
        api().put("/v1/sessions/{}/values/{}", id, "cart").json("[1,2]").send();
        api().put("/v1/sessions/{}/values/{}", id, "name").json("\"Ada\"").send();
        api().put("/v1/sessions/{}/state", id).json("{\"a\":1}").send();
        api().put("/v1/sessions/{}/runs/{}", id, "r1")
                .json("{\"status\":\"paused\"}")
                .send();
        var receipt = erase();
        assertEquals(3, receipt.number("/values"));
        assertEquals(1, receipt.number("/runs"));
    }

    /** A fork belongs to the user of its source, so no fork of another user depends on erased sessions. */
    @Test
    void forksAreErased() {
        var id = sessionOfUser(user, "one", "two");
        var fork = api().post(SESSION + "/fork", id).send().expect(201).at("/id");
        assertEquals(user, get(fork).at("/userId"));
        append(fork, message("own", "three")).expect(201);
        assertEquals(2, erase().number("/sessions"));
        api().get(SESSION, fork).send().problem(404, "session-not-found");
    }

    @Test
    void inheritedMessagesAreCountedOnce() {
        var source = sessionOfUser(user, "one", "two");
        for (int i = 0; i < 2; i++) {
            var fork = ForkApi.fork(source, null).expect(201).at("/id");
            append(fork, message("own" + i, "three")).expect(201);
        }
        int messages = path(source).size() + 2;
        var receipt = erase();
        assertEquals(3, receipt.number("/sessions"));
        assertEquals(messages, receipt.number("/messages"));
        assertEquals(messages, receipt.number("/indexEntries"));
    }

    @Test
    void blocksSharedByUsersSessionsAreErased() {
        var agent = agent(
                "{'label':'memory','scope':'user'}",
                "{'label':'notes','provider':{'type':'search'},'scope':'user'}",
                "{'label':'own'}",
                "{'label':'ours','scope':'tenant'}");
        var id = sessionOf(agent, user);
        var word = uniqueWord();
        write(id, "memory", "learned " + word).expect(200);
        write(id, "own", word).expect(200);
        var ours = unique("ours");
        write(id, "ours", ours).expect(200);
        for (int i = 0; i < 3; i++) {
            putEntry(id, "notes", "note" + i, word, null).expect(201);
        }
        var otherSession = sessionOf(agent, unique("other"));
        write(otherSession, "memory", "mine").expect(200);
        putEntry(otherSession, "notes", "note", word, null).expect(201);
        prompt(id);
        awaitIndexed();
        var receipt = erase();
        assertEquals(3, receipt.number("/blocks"));
        assertEquals(3, receipt.number("/indexEntries"));
        var newSession = sessionOf(agent, user);
        assertEquals("", content(newSession, "memory"));
        assertEquals(
                0,
                api().get(ENTRIES, newSession, "notes")
                        .send()
                        .expect(200)
                        .json()
                        .path("items")
                        .size());
        assertEquals(ours, content(newSession, "ours"));
        assertEquals("mine", content(otherSession, "memory"));
        assertEquals(
                1,
                api().get(ENTRIES, otherSession, "notes")
                        .query("q", word)
                        .send()
                        .expect(200)
                        .json()
                        .path("items")
                        .size());
        write(newSession, "memory", "learned anew").expect(200);
        assertEquals(1, erase().number("/blocks"));
        assertEquals("", content(sessionOf(agent, user), "memory"));
    }

    @Test
    @RunsAlone("counts the documents of the whole index")
    void sharedEntriesAreRemovedFromIndex() {
        var agent = agent("{'label':'notes','provider':{'type':'search'},'scope':'user'}");
        var id = sessionOf(agent, user);
        for (int i = 0; i < 40; i++) {
            putEntry(id, "notes", "note" + i, uniqueWord(), null).expect(201);
        }
        awaitIndexed();
        long before = documents();
        erase();
        Await.until("the entries are removed from the index", SOON, () -> documents() <= before - 40);
    }

    private static long documents() {
        return index(api()).number("/documents");
    }

    @Test
    void sessionsCreatedDuringErasureAreErased() {
        var writers = new ArrayList<CompletableFuture<Void>>();
        for (int w = 0; w < 3; w++) {
            writers.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 10; i++) {
                    retryWhileBusy(201, () -> create(Json.object("userId", user)));
                }
            }));
        }
        var source = sessionOfUser(user, "one");
        writers.add(CompletableFuture.runAsync(() -> {
            for (var status = 201; status == 201; ) {
                status = retryWhileBusy(() -> ForkApi.fork(source, null)).status();
            }
        }));
        long erased = 0;
        boolean complete = true;
        for (boolean last = false; !last; ) {
            last = writers.stream().allMatch(CompletableFuture::isDone);
            var answer = api().delete(USER, user).send();
            if (answer.status() == 503) {
                // Too busy to continue: the sessions erased before are not counted in any answer.
                complete = false;
                last = false;
            } else {
                erased += answer.expect(200).number("/sessions");
            }
        }
        writers.forEach(CompletableFuture::join);
        assertTrue(erased >= 31 || !complete, "all created sessions and any number of forks: " + erased);
        assertEquals(0, sessionsOf(user));
    }

    @Test
    void profileAnalyzedDuringErasureIsNotStored() {
        var gate = new Gate();
        var id = sessionOfUser(user, "I like hazel.");
        SharedServer.model().play(gate.answering("{\"tone\":\"calm\"}"));
        var profile = CompletableFuture.supplyAsync(() -> analyze(user));
        Gate.await(gate.asked());
        var receipt = erase();
        assertEquals(List.of(1L, 0L), List.of(receipt.number("/sessions"), receipt.number("/profile")));
        gate.open().countDown();
        profile.join().problem(409, "busy");
        profile(user).problem(404, "profile-not-found");
        api().get(SESSION, id).send().problem(404, "session-not-found");
        assertTrue(sessionsOf(user) == 0);
    }

    @Test
    void splitSessionsAreErased() {
        var id = sessionOfUser(user, "one");
        var next = api().post(SESSION + "/split", id)
                .json(Json.object("summary", "So far."))
                .send()
                .expect(201)
                .at("/id");
        var receipt = erase();
        assertEquals(2, receipt.number("/sessions"));
        assertEquals(3, receipt.number("/messages"));
        for (var erasedSession : List.of(id, next)) {
            api().get(SESSION, erasedSession).send().problem(404, "session-not-found");
        }
    }

    @Test
    void userOfOtherTenantIsKept() {
        var otherTenant = api().as(token(unique("t"), "write"));
        otherTenant.put(PROFILE, user).json("{\"tone\":\"calm\"}").send().expect(201);
        otherTenant
                .post("/v1/sessions")
                .json(Json.object("id", "s", "userId", user))
                .send()
                .expect(201);
        otherTenant.put("/v1/sessions/s/values/cart").json("[1]").send().expect(201);
        otherTenant
                .put("/v1/sessions/s/runs/r")
                .json("{\"status\":\"paused\"}")
                .send()
                .expect(201);
        assertEquals(Json.parse(NOTHING), erase().json());
        assertEquals("calm", otherTenant.get(PROFILE, user).send().expect(200).at("/tone"));
        assertEquals(
                "[1]",
                otherTenant.get("/v1/sessions/s/values/cart").send().expect(200).text());
        otherTenant.get("/v1/sessions/s/runs/r").send().expect(200);
    }
}
