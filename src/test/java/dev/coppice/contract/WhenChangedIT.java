package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.coppice.support.HttpAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks with {@code "whenChanged":"silent"}: their changes neither make the prompt stale nor are reminded of. */
@DatabaseNeutral
class WhenChangedIT extends TurnApi {
    private static final String NOTES = "{'label':'notes','whenChanged':'silent','maxTokens':100}";
    private static final String MEMORY = "{'label':'memory'}";

    private static HttpAnswer reminder(String session) {
        return api().get(PROMPT, session).query("reminder", "true").send().expect(200);
    }

    private static void assertFresh(String session) {
        assertEquals("false", prompt(session).at("/stale"));
        assertEquals("false", reminder(session).at("/stale"));
        assertEquals("", reminder(session).at("/reminder"));
    }

    @Test
    void changeOfSilentBlockIsNotReported() {
        var id = sessionWith(NOTES, MEMORY);
        var frozen = promptOf(id);
        write(id, "notes", "A note.").expect(200);
        assertFresh(id);
        assertEquals(frozen, promptOf(id));
        assertFalse(turn(id).json().has("reminder"));
        var refreshed = refresh(id).expect(200).at("/prompt");
        assertEquals(
                section("NOTES [3% — 3/100 tokens] [writable]", "A note.") + "\n\n" + section("MEMORY [writable]", ""),
                refreshed);
        write(id, "notes", "").expect(200);
        assertFresh(id);
    }

    @Test
    void reminderContainsOtherBlocksOnly() {
        var id = sessionWith(NOTES, MEMORY);
        prompt(id);
        write(id, "notes", "A note.").expect(200);
        write(id, "memory", "A fact.").expect(200);
        assertEquals("true", prompt(id).at("/stale"));
        assertEquals(section("MEMORY [writable]", "A fact."), reminder(id).at("/reminder"));
        write(id, "memory", "").expect(200);
        assertFresh(id);
    }

    @Test
    void remindIsDefault() {
        var id = sessionWith("{'label':'a','whenChanged':'remind'}", "{'label':'b','whenChanged':null}");
        prompt(id);
        write(id, "a", "x").expect(200);
        write(id, "b", "y").expect(200);
        assertEquals("true", prompt(id).at("/stale"));
        assertEquals(
                section("A [writable]", "x") + "\n\n" + section("B [writable]", "y"),
                reminder(id).at("/reminder"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"skills", "search"})
    void changedListingOfSilentBlockIsNotReported(String type) {
        var id = sessionWith(MEMORY, "{'label':'k','whenChanged':'silent','provider':{'type':'" + type + "'}}");
        prompt(id);
        putEntry(id, "k", "one", "Text", "About").expect(201);
        assertFresh(id);
    }

    @Test
    void silentBlockMayAppearAndDisappear() {
        var id = sessionWith(MEMORY, "{'label':'policy','writable':false,'whenChanged':'silent'}");
        prompt(id);
        write(id, "policy", "Be brief.").expect(200);
        assertFresh(id);
        refresh(id).expect(200);
        write(id, "policy", "").expect(200);
        assertFresh(id);
        addBlock(id, "{'label':'more','whenChanged':'silent'}").expect(201);
        assertFresh(id);
        addBlock(id, "{'label':'loud'}").expect(201);
        assertEquals("true", prompt(id).at("/stale"));
        assertEquals(section("LOUD [writable]", ""), reminder(id).at("/reminder"));
    }

    @Test
    void declarationDecidesAtTheTimeOfTheRequest() {
        var name = unique("agent");
        declare(api(), name, "", "{'label':'notes'}", MEMORY).expect(201);
        var id = sessionOf(name, null);
        prompt(id);
        write(id, "notes", "A note.").expect(200);
        assertEquals("true", prompt(id).at("/stale"));
        declare(api(), name, "", "{'label':'notes','description':'New','whenChanged':'silent'}", MEMORY)
                .expect(200);
        assertFresh(id);
    }

    /** Both labels have the same header. */
    @Test
    void blockWithSimilarLabelIsStillReported() {
        var id = sessionWith("{'label':'notes','whenChanged':'silent'}", "{'label':'Notes'}");
        prompt(id);
        write(id, "notes", "silent").expect(200);
        assertFresh(id);
        write(id, "Notes", "loud").expect(200);
        assertEquals("true", prompt(id).at("/stale"));
        assertEquals(section("NOTES [writable]", "loud"), reminder(id).at("/reminder"));
    }
}
