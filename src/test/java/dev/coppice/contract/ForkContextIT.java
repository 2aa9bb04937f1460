package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A fork inherits compactions, blocks and the frozen prompt of its source; later changes are its own. */
class ForkContextIT extends PromptApi {
    private static final String NOTES = "{'label':'notes'}";
    private static final String SHARED = "{'label':'shared','scope':'user'}";
    private static final String SKILLS = "{'label':'skills','provider':{'type':'skills'}}";

    private static String fork(String source, String message) {
        return ForkApi.fork(source, message).expect(201).at("/id");
    }

    @Test
    void forkInheritsBlockContentAndVersions() {
        var source = sessionWith(NOTES);
        write(source, "notes", "first").expect(200);
        write(source, "notes", "second").expect(200);
        var etag = block(source, "notes").etag();
        var fork = fork(source, null);
        assertEquals("second", content(fork, "notes"));
        assertEquals(etag, block(fork, "notes").etag());
        assertEquals(
                List.of("second", "first"),
                api().get(BLOCK + "/versions", fork, "notes").send().expect(200).all("/items", "content"));
        write(source, "notes", "of the source").expect(200);
        appendTo(fork, "notes", "of the fork").expect(200);
        assertEquals("of the source", content(source, "notes"));
        assertEquals("second\nof the fork", content(fork, "notes"));
        api().delete(SESSION, source).send().expect(204);
        assertEquals("second\nof the fork", content(fork, "notes"));
    }

    @Test
    void forkInheritsEntries() {
        var source = sessionWith(SKILLS);
        putEntry(source, "skills", "pirate", "Arr!", "Talks like one").expect(201);
        var fork = fork(source, null);
        var entry = api().get(ENTRY, fork, "skills", "pirate").send().expect(200);
        assertEquals(api().get(ENTRY, source, "skills", "pirate").send().json(), entry.json());
        assertEquals("\"1\"", entry.etag());
        putEntry(fork, "skills", "pirate", "Ahoy!", null).expect(200);
        putEntry(source, "skills", "gardener", "Dig.", null).expect(201);
        assertEquals("Arr!", api().get(ENTRY, source, "skills", "pirate").send().at("/content"));
        api().get(ENTRY, fork, "skills", "gardener").send().problem(404, "entry-not-found");
        api().delete(SESSION, source).send().expect(204);
        assertEquals("Ahoy!", api().get(ENTRY, fork, "skills", "pirate").send().at("/content"));
    }

    @Test
    void sharedBlockStaysShared() {
        var source = sessionOf(agent(SHARED), unique("ada"));
        write(source, "shared", "of ada").expect(200);
        var fork = fork(source, null);
        write(fork, "shared", "changed").expect(200);
        assertEquals("changed", content(source, "shared"));
    }

    @Test
    void forkInheritsAddedAndRemovedBlocks() {
        var source = sessionWith(NOTES, "{'label':'unwanted'}");
        addBlock(source, "{'label':'extra','content':'x','provider':{'type':'text'}}")
                .expect(201);
        api().delete(BLOCK, source, "unwanted").send().expect(204);
        var fork = fork(source, null);
        assertEquals(
                List.of("notes", "extra"),
                api().get(CONTEXT, fork).send().expect(200).all("/items", "label"));
        api().delete(BLOCK, source, "extra").send().expect(204);
        assertEquals("x", content(fork, "extra"));
    }

    @Test
    void forkInheritsFrozenPromptUnchanged() {
        var source = sessionWith(NOTES);
        write(source, "notes", "frozen").expect(200);
        var frozen = promptOf(source);
        var freshFork = fork(source, null);
        assertEquals(frozen, promptOf(freshFork));
        assertFalse(prompt(freshFork).json().path("stale").asBoolean());
        write(source, "notes", "written since").expect(200);
        var staleFork = fork(source, null);
        assertEquals(frozen, promptOf(staleFork));
        assertTrue(prompt(staleFork).json().path("stale").asBoolean());
        assertTrue(refresh(staleFork).expect(200).at("/prompt").contains("written since"));
        assertEquals(frozen, promptOf(source));
        assertEquals(frozen, promptOf(freshFork));
    }

    @Test
    void forkRendersPromptNotFrozenInSource() {
        var source = sessionWith(NOTES);
        var fork = fork(source, null);
        write(fork, "notes", "of the fork").expect(200);
        assertTrue(promptOf(fork).contains("of the fork"));
        assertFalse(promptOf(source).contains("of the fork"));
    }

    @Test
    void forkInheritsCompactionsOfItsPath() {
        var source = sessionWithMessages(8);
        var inheritedSummary = CompactionsIT.addSummary(source, "m1", "m3", "from one to three");
        CompactionsIT.addSummary(source, "m4", "m6", "beyond the fork");
        var answer = ForkApi.fork(source, "m5").expect(201);
        var fork = answer.at("/id");
        assertEquals(List.of("m0", inheritedSummary, "m4", "m5"), path(fork));
        assertEquals(history(fork).number("/tokens"), answer.number("/tokens"));
        assertEquals(6, CompactionsIT.raw(fork).number("/pathLength"));
        assertEquals(
                List.of("m0", "m1", "m2", "m3", "m4", "m5"),
                CompactionsIT.raw(fork).all("/messages", "id"));
        assertEquals(
                List.of("from one to three"),
                api().get(CompactionsIT.COMPACTIONS, fork).send().expect(200).all("/items", "summary"));
        api().delete(CompactionsIT.COMPACTIONS + "/{}", fork, inheritedSummary.substring("compaction_".length()))
                .send()
                .expect(204);
        assertEquals(List.of("m0", "m1", "m2", "m3", "m4", "m5"), path(fork));
        assertEquals(inheritedSummary, path(source).get(1), "the source keeps the compaction");
        var ownSummary = CompactionsIT.addSummary(fork, "m0", "m2", "of the fork");
        assertEquals(List.of(ownSummary, "m3", "m4", "m5"), path(fork));
        assertEquals(inheritedSummary, path(source).get(1));
    }

    @Test
    void forkShowsNewestCompactionOfItsPath() {
        var source = sessionWithMessages(6);
        CompactionsIT.addSummary(source, "m0", "m2", "older");
        var newer = CompactionsIT.addSummary(source, "m0", "m3", "newer");
        assertEquals(List.of(newer, "m4", "m5"), path(source));
        assertEquals(List.of(newer, "m4"), path(fork(source, "m4")));
    }

    @Test
    void forkAtSummaryIncludesItsRange() {
        var source = sessionWithMessages(6);
        var summary = CompactionsIT.addSummary(source, "m1", "m3", "some");
        var answer = ForkApi.fork(source, summary).expect(201);
        assertEquals("m3", answer.at("/forkedAtMessageId"));
        assertEquals(List.of("m0", summary), path(answer.at("/id")));
        api().delete(MESSAGE, source, "m3").send().expect(204);
        assertEquals("m2", ForkApi.fork(source, summary).expect(201).at("/forkedAtMessageId"));
    }

    @Test
    void forkAtSummaryWithDeletedEndShowsTheSummary() {
        var source = sessionWithMessages(6);
        var summary = CompactionsIT.addSummary(source, "m1", "m3", "some");
        api().delete(MESSAGE, source, "m3").send().expect(204);
        var answer = ForkApi.fork(source, summary).expect(201);
        var fork = answer.at("/id");
        assertEquals("m2", answer.at("/forkedAtMessageId"));
        assertEquals("m2", answer.at("/leafId"));
        assertEquals(3, answer.number("/messageCount"));
        assertEquals(history(fork).number("/tokens"), answer.number("/tokens"));
        assertEquals(List.of("m0", summary), path(fork));
        assertEquals(List.of("m0", summary), partFrom(fork, "m0"));
        assertEquals(List.of(summary), partFrom(fork, summary));
        assertEquals(List.of("m0", "m1", "m2"), CompactionsIT.raw(fork).all("/messages", "id"));
        assertEquals(
                "m2",
                ids(api().get(SESSION + "/leaves", fork).send().expect(200)).get(0));
        assertEquals(List.of("m0", summary), path(fork(fork, null)), "the fork of the fork");
        append(fork, message("x", "x")).expect(201);
        assertEquals(List.of("m0", summary, "x"), path(fork));
        assertEquals("m2", parentOf(fork, "x"));
        assertEquals(List.of("m0", summary, "m4", "m5"), path(source));
        api().delete(SESSION, source).send().expect(204);
        assertEquals(List.of("m0", summary, "x"), path(fork));
        assertEquals(history(fork).number("/tokens"), get(fork).number("/tokens"));
    }

    @Test
    void forkAtSummaryOfDeletedMessagesShowsTheSummary() {
        var source = sessionWithMessages(6);
        var summary = CompactionsIT.addSummary(source, "m1", "m3", "some");
        for (var deleted : List.of("m1", "m2", "m3")) {
            api().delete(MESSAGE, source, deleted).send().expect(204);
        }
        var answer = ForkApi.fork(source, summary).expect(201);
        var fork = answer.at("/id");
        assertEquals("m0", answer.at("/forkedAtMessageId"));
        assertEquals(1, answer.number("/messageCount"));
        assertEquals(List.of("m0", summary), path(fork));
        assertEquals(List.of(summary), partFrom(fork, summary));
        var before = api().get(HISTORY, fork).query("leafId", "m0").query("before", summary);
        assertEquals(List.of("m0"), before.send().expect(200).all("/messages", "id"));
        append(fork, message("x", "x")).expect(201);
        assertEquals(List.of("m0", summary, "x"), path(fork));
        api().delete(MESSAGE, source, "m0").send().expect(204);
        ForkApi.fork(source, summary).problem(404, "message-not-found");
    }

    private static List<String> partFrom(String session, String message) {
        return api().get(HISTORY, session)
                .query("from", message)
                .send()
                .expect(200)
                .all("/messages", "id");
    }

    @Test
    void forkInheritsCompactionWithDeletedEnd() {
        var source = sessionWithMessages(6);
        var summary = CompactionsIT.addSummary(source, "m1", "m3", "some");
        api().delete(MESSAGE, source, "m3").send().expect(204);
        var fork = fork(source, "m4");
        assertEquals(List.of("m0", summary, "m4"), path(fork));
        api().put(MESSAGE, source, "m2").json(message("m2", "changed")).send().expect(200);
        append(fork, message("x", "x")).expect(201);
        assertEquals(List.of("m0", summary, "m4", "x"), path(fork));
        assertEquals(history(fork).number("/tokens"), get(fork).number("/tokens"));
        assertEquals(Json.text(get(source).json().path("leafId")), "m5");
    }
}
