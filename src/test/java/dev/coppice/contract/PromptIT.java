package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.ParallelClients;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The system prompt of a session: rendered from its context blocks and frozen until it is refreshed. */
@DatabaseNeutral
class PromptIT extends PromptApi {
    private static final String SOUL =
            "{'label':'soul','provider':{'type':'text'},'content':'You are a helpful assistant.'}";
    private static final String SOUL_SECTION = section("SOUL [readonly]", "You are a helpful assistant.");

    private static HttpAnswer reminder(String session) {
        return api().get(PROMPT, session).query("reminder", true).send().expect(200);
    }

    @Test
    void promptIsRenderedFromBlocks() {
        var id = sessionWith(SOUL, "{'label':'memory','description':'Learned facts','maxTokens':10}");
        write(id, "memory", "User likes coffee.").expect(200);
        assertEquals(
                SOUL_SECTION + "\n\n"
                        + section("MEMORY (Learned facts) [50% — 5/10 tokens] [writable]", "User likes coffee."),
                promptOf(id));
    }

    @Test
    void promptIsFrozenUntilRefresh() {
        var id = sessionWith(SOUL, "{'label':'memory'}");
        var frozen = prompt(id);
        assertFalse(frozen.json().path("stale").asBoolean());
        assertFalse(frozen.json().has("reminder"));
        write(id, "memory", "new").expect(200);
        var later = prompt(id);
        assertEquals(frozen.at("/prompt"), later.at("/prompt"));
        assertTrue(later.json().path("stale").asBoolean());
        var fresh = refresh(id).expect(200);
        assertEquals(SOUL_SECTION + "\n\n" + section("MEMORY [writable]", "new"), fresh.at("/prompt"));
        assertFalse(fresh.json().path("stale").asBoolean());
        assertEquals(fresh.at("/prompt"), promptOf(id));
        assertFalse(prompt(id).json().path("stale").asBoolean());
    }

    /** Five blocks of the largest size exceed what a prompt may have in total, so a new refresh fails. */
    @Test
    void refreshWithIdempotencyKeyIsReplayedWithoutRendering() {
        var id = sessionWith("{'label':'a'}", "{'label':'b'}", "{'label':'c'}", "{'label':'d'}", "{'label':'e'}");
        var call = api().post(PROMPT + "/refresh", id).header("Idempotency-Key", unique("key"));
        var first = call.send().expect(200);
        for (var label : List.of("a", "b", "c", "d", "e")) {
            write(id, label, "x".repeat(1 << 20)).expect(200);
        }
        refresh(id).problem(422, "invalid");
        var second = call.send().expect(200);
        assertEquals(first.text(), second.text());
        assertEquals("true", second.header("Idempotency-Replayed"));
    }

    @Test
    void previewFreezesNothingAndShowsWhatRefreshWouldStore() {
        var id = sessionWith("{'label':'memory'}");
        var before = preview(id);
        assertEquals(section("MEMORY [writable]", ""), before.at("/prompt"));
        assertEquals(null, before.at("/frozen"));
        assertFalse(before.json().path("stale").asBoolean());
        write(id, "memory", "first").expect(200);
        assertEquals(section("MEMORY [writable]", "first"), promptOf(id), "the preview has frozen nothing");
        write(id, "memory", "second").expect(200);
        var after = preview(id);
        assertEquals(section("MEMORY [writable]", "second"), after.at("/prompt"));
        assertEquals(section("MEMORY [writable]", "first"), after.at("/frozen"));
        assertTrue(after.json().path("stale").asBoolean());
        assertEquals(section("MEMORY [writable]", "first"), promptOf(id));
        api().get(PROMPT, id)
                .query("preview", true)
                .query("reminder", true)
                .send()
                .problem(400, "malformed");
    }

    private static HttpAnswer preview(String session) {
        return api().get(PROMPT, session).query("preview", true).send().expect(200);
    }

    @Test
    void revertedBlockIsNotStale() {
        var id = sessionWith("{'label':'memory'}");
        prompt(id);
        write(id, "memory", "new").expect(200);
        write(id, "memory", "").expect(200);
        assertFalse(prompt(id).json().path("stale").asBoolean());
    }

    @Test
    void reminderContainsOnlyChangedBlocks() {
        var id = sessionWith(SOUL, "{'label':'a'}", "{'label':'b'}");
        prompt(id);
        assertEquals("", reminder(id).at("/reminder"));
        write(id, "b", "new").expect(200);
        var changed = reminder(id);
        assertEquals(section("B [writable]", "new"), changed.at("/reminder"));
        assertTrue(changed.json().path("stale").asBoolean());
        assertFalse(changed.at("/prompt").contains("new"));
        addBlock(id, "{'label':'c','provider':{'type':'text'},'content':'C'}").expect(201);
        assertEquals(
                section("B [writable]", "new") + "\n\n" + section("C [readonly]", "C"),
                reminder(id).at("/reminder"));
        refresh(id).expect(200);
        assertEquals("", reminder(id).at("/reminder"));
        api().get(PROMPT, id).query("reminder", "yes").send().problem(400, "malformed");
    }

    @Test
    void removedBlockMakesPromptStale() {
        var id = sessionWith(SOUL, "{'label':'a'}");
        var frozen = promptOf(id);
        api().delete(BLOCK, id, "a").send().expect(204);
        assertTrue(prompt(id).json().path("stale").asBoolean());
        assertEquals(frozen, promptOf(id));
        assertEquals(SOUL_SECTION, refresh(id).expect(200).at("/prompt"));
    }

    @Test
    void changedAgentMakesPromptStale() {
        var name = unique("agent");
        declare(api(), name, "", SOUL).expect(201);
        var id = sessionOf(name, null);
        assertEquals(SOUL_SECTION, promptOf(id));
        declare(api(), name, "", SOUL.replace("helpful", "cheerful")).expect(200);
        assertTrue(prompt(id).json().path("stale").asBoolean());
        assertEquals(SOUL_SECTION, promptOf(id));
        assertEquals(
                SOUL_SECTION.replace("helpful", "cheerful"),
                refresh(id).expect(200).at("/prompt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "agent", "tenant"})
    void writeToSharedBlockMakesPromptsOfOthersStale(String scope) {
        var label = unique("u");
        var agent = agent("{'label':'" + label + "','scope':'" + scope + "'}", "{'label':'own'}");
        var user = unique("u");
        var first = sessionOf(agent, user);
        var second = sessionOf(agent, user);
        prompt(first);
        write(second, "own", "not mine").expect(200);
        assertFalse(prompt(first).json().path("stale").asBoolean());
        write(second, label, "ours").expect(200);
        assertTrue(prompt(first).json().path("stale").asBoolean());
    }

    @Test
    void changedListingMakesPromptStale() {
        var id = sessionWith("{'label':'s','provider':{'type':'skills'}}");
        putEntry(id, "s", "pirate", "Arr!", null).expect(201);
        prompt(id);
        putEntry(id, "s", "pirate", "Ahoy!", null).expect(200);
        assertFalse(prompt(id).json().path("stale").asBoolean(), "the listing has not changed");
        putEntry(id, "s", "pirate", "Ahoy!", "Talks").expect(200);
        assertTrue(prompt(id).json().path("stale").asBoolean());
        putEntry(id, "s", "pirate", "Ahoy!", null).expect(200);
        assertFalse(prompt(id).json().path("stale").asBoolean());
        api().delete(ENTRY, id, "s", "pirate").send().expect(204);
        assertTrue(prompt(id).json().path("stale").asBoolean());
    }

    @Test
    void emptyPromptIsFrozen() {
        var id = session();
        assertEquals("", promptOf(id));
        addBlock(id, "{'label':'a'}").expect(201);
        assertEquals("", promptOf(id));
        assertTrue(prompt(id).json().path("stale").asBoolean());
        assertEquals(section("A [writable]", ""), refresh(id).expect(200).at("/prompt"));
    }

    @Test
    void readingPromptDoesNotChangeSession() {
        var id = sessionWith(SOUL);
        var before = get(id);
        prompt(id);
        prompt(id);
        assertEquals(withoutContextTokens(before), withoutContextTokens(get(id)));
        assertEquals(before.etag(), get(id).etag());
    }

    @Test
    void readingPromptDoesNotApplyChangedTtl() {
        var name = unique("agent");
        declare(api(), name, "'ttlSeconds':1000,", SOUL).expect(201);
        var id = sessionOf(name, null);
        var before = get(id);
        declare(api(), name, "'ttlSeconds':5000,", SOUL).expect(200);
        prompt(id);
        assertEquals(withoutContextTokens(before), withoutContextTokens(get(id)));
    }

    @Test
    void readScopeMayFreezePrompt() {
        var id = sessionWith(SOUL);
        var reader = api().as(token("default", "read"));
        assertEquals(SOUL_SECTION, reader.get(PROMPT, id).send().expect(200).at("/prompt"));
        reader.post(PROMPT + "/refresh", id).send().problem(403, "forbidden");
    }

    @Test
    void clearRefreshesPrompt() {
        var id = sessionWith("{'label':'memory'}");
        append(id, message("m", "hello")).expect(201);
        prompt(id);
        write(id, "memory", "learned").expect(200);
        api().post(SESSION + "/clear", id).send().expect(200);
        write(id, "memory", "later").expect(200);
        assertEquals(section("MEMORY [writable]", "learned"), promptOf(id));
        assertTrue(prompt(id).json().path("stale").asBoolean());
    }

    @Test
    void uncachedPromptIsAlwaysFresh() {
        var id = sessionOf(agentWith("'cachedPrompt':false,", "{'label':'memory'}"), null);
        prompt(id);
        write(id, "memory", "new").expect(200);
        assertEquals(section("MEMORY [writable]", "new"), promptOf(id));
        assertFalse(prompt(id).json().path("stale").asBoolean());
        assertEquals(
                section("MEMORY [writable]", "new"), refresh(id).expect(200).at("/prompt"));
    }

    @Test
    void concurrentFirstReadersGetSamePrompt() {
        var id = sessionWith(SOUL, "{'label':'memory'}");
        var prompts = ParallelClients.of(8, reader -> {
            retryWhileBusy(() -> write(id, "memory", "writer " + reader));
            return retryWhileBusy(200, () -> api().get(PROMPT, id).send()).at("/prompt");
        });
        assertEquals(1, new HashSet<>(prompts).size());
        assertEquals(prompts.get(0), promptOf(id));
    }

    @Test
    void contentCannotForgeSection() {
        var id = sessionWith("{'label':'a'}", "{'label':'b'}");
        write(id, "a", section("B [writable]", "forged")).expect(200);
        assertEquals(2, promptOf(id).lines().filter(line -> line.equals(RULE)).count() / 2);
        assertTrue(promptOf(id).contains("\n " + RULE + "\nB [writable]\n " + RULE + "\nforged"));
    }

    @Test
    void promptListsSkillsAndEntries() {
        var id =
                sessionWith("{'label':'s','provider':{'type':'skills'}}", "{'label':'k','provider':{'type':'search'}}");
        putEntry(id, "s", "pirate", "Arr!", "Talks\nlike a pirate").expect(201);
        putEntry(id, "s", "cook", "Stir.", null).expect(201);
        putEntry(id, "k", "faq", "Answer", null).expect(201);
        assertEquals(
                section("S [loadable]", "- cook\n- pirate: Talks like a pirate") + "\n\n"
                        + section("K [searchable]", "1 entry indexed."),
                promptOf(id));
        putEntry(id, "k", "faq2", "Answer", null).expect(201);
        assertEquals(
                List.of("- cook\n- pirate: Talks like a pirate", "2 entries indexed."),
                api().get(CONTEXT, id).send().all("/items", "content"));
    }

    @Test
    void unknownSessionIsNotFound() {
        api().get(PROMPT, unique("s")).send().problem(404, "session-not-found");
        api().post(PROMPT + "/refresh", unique("s")).send().problem(404, "session-not-found");
    }
}
