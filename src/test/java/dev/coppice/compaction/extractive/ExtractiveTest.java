package dev.coppice.compaction.extractive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.strings;

import dev.coppice.compaction.SummaryRequest;
import dev.coppice.format.Tokens;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a summary without a model says. */
class ExtractiveTest {
    private static final List<String> SECTIONS =
            List.of("## Topic", "## Key Points", "## Current State", "## Open Items");

    private static byte[] says(String role, String text) {
        return Json.bytes(Json.object("role", role, "parts", Json.array(Json.object("type", "text", "text", text))));
    }

    private static byte[] calls(String tool) {
        var call = Json.object("type", "tool-" + tool, "input", Json.object("q", "secret input"), "output", "found");
        return Json.bytes(Json.object("role", "assistant", "parts", Json.array(call)));
    }

    private static String summary(List<byte[]> messages, String previous, int target) {
        return new Extractive().summarize(new SummaryRequest(null, messages, previous, target, null));
    }

    private static String section(String summary, String name) {
        int from = summary.indexOf("## " + name + "\n") + name.length() + 4;
        int to = summary.indexOf("\n## ", from);
        return summary.substring(from, to < 0 ? summary.length() : to).strip();
    }

    /** Messages of made-up sentences, always the same ones. */
    private static List<byte[]> talk(int messages) {
        var random = new Random(7);
        var talk = new ArrayList<byte[]>();
        for (int i = 0; i < messages; i++) {
            var text = new StringBuilder();
            for (int j = 0; j < 4; j++) {
                for (int k = 0; k < 9; k++) {
                    text.append(k == 0 ? "Word" : " word").append((int) Math.abs(random.nextGaussian() * 300));
                }
                text.append(". ");
            }
            talk.add(says(i % 2 == 0 ? "user" : "assistant", text.toString()));
        }
        return talk;
    }

    private static void assertSections(String summary) {
        assertEquals(
                SECTIONS, summary.lines().filter(line -> line.startsWith("#")).toList());
    }

    @Test
    void theSectionsAreFilledFromTheMessagesOwnWords() {
        var summary = summary(
                List.of(
                        says(
                                "user",
                                "Hello! We must move the billing service from Oracle to PostgreSQL before March 3."),
                        says(
                                "assistant",
                                "Sure. The billing schema has 42 tables, and three of them use Oracle packages."),
                        calls("query"),
                        calls("query"),
                        says("user", "Thanks! We decided to drop the audit table."),
                        says("assistant", "The audit table is dropped and the migration script runs on staging now."),
                        says("user", "Who will renew the staging certificate?")),
                null,
                300);
        assertSections(summary);
        assertTrue(section(summary, "Topic").contains("7 messages: assistant (4), user (3)."), summary);
        assertTrue(section(summary, "Key Points").contains("Tools used: query (2)."), summary);
        assertTrue(
                summary.contains("user: We must move the billing service from Oracle to PostgreSQL before March 3."));
        assertTrue(section(summary, "Current State").contains("assistant: The audit table is dropped"), summary);
        assertEquals("- user: Who will renew the staging certificate?", section(summary, "Open Items"));
        assertFalse(summary.contains("Thanks") || summary.contains("secret"), summary);
    }

    @Test
    void anAnsweredQuestionAndAFinishedTaskAreNotOpen() {
        var summary = summary(
                List.of(
                        says("user", "What is the port of the cache server?"),
                        says("assistant", "The cache server listens on port 6379. I will restart the cache server."),
                        says("assistant", "The cache server restart is done.")),
                null,
                200);
        assertEquals("None.", section(summary, "Open Items"));
    }

    @Test
    void speakersAndDaysAreNamedWhereMessagesNameThem() {
        var first = Json.object("role", "user", "content", "I adopted a grey kitten called Pixel.");
        first.put("createdAt", "2023-05-08T10:00:00Z").putObject("metadata").put("speaker", "Ann");
        var second = Json.object("role", "user", "content", "The garden fence needs green paint from Lowes.");
        second.put("createdAt", "2023-05-09T10:00:00Z").put("name", "Bob");
        var summary = summary(List.of(Json.bytes(first), Json.bytes(second)), null, 200);
        assertTrue(summary.contains("2023-05-08 Ann: I adopted a grey kitten called Pixel."), summary);
        assertTrue(summary.contains("2023-05-09 Bob: The garden fence needs"), summary);
    }

    @Test
    void whatIsSaidTwiceIsToldOnce() {
        var text = "The nightly backup of the warehouse fails with error 1205.";
        var summary = summary(
                List.of(says("user", text), says("assistant", "Noted."), says("user", text), says("user", text)),
                null,
                400);
        assertEquals(summary.indexOf("error 1205"), summary.lastIndexOf("error 1205"), summary);
    }

    @Test
    void codeIsLeftOut() {
        var summary = summary(
                List.of(says(
                        "assistant",
                        "The parser skips empty rows now.\n```java\nint secret = 1;\n```\nTests cover it.")),
                null,
                200);
        assertTrue(summary.contains("parser skips") && !summary.contains("secret"), summary);
    }

    @Test
    void messagesWithoutTextAreCounted() {
        var summary = summary(List.of(calls("search"), calls("search"), calls("mail")), null, 100);
        assertSections(summary);
        assertTrue(summary.contains("3 messages: assistant (3).")
                && summary.contains("Tools used: search (2), mail (1)."));
        assertSections(summary(List.of(), null, 100));
        assertSections(summary(List.of(new byte[0]), null, 100));
        assertTrue(summary(List.of(says("user", "ok")), null, 100).contains("user: ok"));
    }

    @Test
    void anEarlierSummaryIsContinued() {
        var first = summary(
                List.of(
                        says("user", "The invoice exporter must write XML for the tax office in Lisbon."),
                        calls("search"),
                        says("assistant", "The exporter uses schema version 3 of the tax office."),
                        says("user", "Which holiday calendar applies to Porto branch payments?")),
                null,
                300);
        var second = summary(
                List.of(
                        says("user", "Please also add an archive of sent invoices to the cellar server."),
                        calls("search"),
                        says("assistant", "The archive keeps each sent invoice for ten years on the cellar server.")),
                first,
                400);
        assertSections(second);
        assertTrue(second.contains("XML for the tax office in Lisbon"), second);
        assertTrue(second.contains("archive of sent invoices") || second.contains("archive keeps"), second);
        assertTrue(second.contains("7 messages: assistant (4), user (3).") && second.contains("search (2)"), second);
        assertTrue(section(second, "Open Items").contains("Which holiday calendar applies to Porto"), second);
        var third = summary(
                List.of(says("assistant", "The Porto branch payments follow the holiday calendar of Portugal.")),
                second,
                400);
        assertFalse(section(third, "Open Items").contains("Porto"), third);
    }

    @Test
    void aSummaryInAnotherFormIsKept() {
        var model = summary(
                List.of(says("user", "The kettle is blue now.")),
                """
                **Topic:** Choosing a kettle
                **Key Points**
                1. Budget is 40 euros
                ### Current state:
                Comparing shops
                ## Open Items
                * Ask Maria about the voltage
                """,
                300);
        assertSections(model);
        assertTrue(section(model, "Topic").contains("Choosing a kettle"), model);
        assertTrue(section(model, "Key Points").contains("- Budget is 40 euros"), model);
        assertTrue(section(model, "Open Items").contains("Ask Maria about the voltage"), model);
        var free = summary(List.of(says("user", "ok")), "They spoke of kettles and toasters at length.", 200);
        assertTrue(section(free, "Key Points").contains("They spoke of kettles and toasters"), free);
    }

    @Test
    void aSummaryHasAboutTheTokensThatAreWanted() {
        for (int target : new int[] {100, 200, 400, 1000, 4000}) {
            int tokens = Tokens.of(summary(talk(300), null, target));
            assertTrue(tokens <= target + 60 && tokens >= target * 3 / 4, tokens + " of " + target);
        }
    }

    @Test
    void theSummaryOfSummariesDoesNotGrow() {
        var summary = "";
        for (int i = 0; i < 12; i++) {
            summary = summary(talk(60), summary, 500);
            assertSections(summary);
            assertTrue(Tokens.of(summary) <= 560, Tokens.of(summary) + "\n" + summary);
        }
    }

    @Test
    void theSameMessagesGiveTheSameSummary() {
        assertEquals(summary(talk(200), null, 600), summary(talk(200), null, 600));
    }

    @Test
    void theWorkGrowsAsTheTextDoes() {
        assertTrue(work(800) < 2.2 * work(400));
    }

    private static long work(int messages) {
        var utterances = talk(messages).stream().map(UtteranceReader::read).toList();
        var extract = new Extract(utterances, PastSummary.parse(null), 1000);
        extract.text();
        return extract.work();
    }

    @Test
    void textsWithoutSentencesOrWordsAreNoBurden() {
        for (var text : List.of("x", ".", "!!!!x", "a. ", "漢字", "- [ ] go\n", "\n", "😀", "''a", "#", "w**", "?. 「")) {
            assertSections(summary(List.of(says("user", text.repeat(100_000 / text.length()))), null, 300));
        }
    }

    @Test
    void whateverTheTextThereAreFourSections() {
        qt().withExamples(300)
                .forAll(
                        lists().of(strings().allPossible().ofLengthBetween(0, 300))
                                .ofSizeBetween(0, 8),
                        strings().allPossible().ofLengthBetween(0, 300),
                        integers().between(100, 500))
                .checkAssert((texts, previous, target) -> {
                    var messages = texts.stream()
                            .map(text -> says("user", whole(text)))
                            .toList();
                    assertSections(summary(messages, previous, target));
                });
    }

    /** Without half characters, which no stored message has. */
    private static String whole(String text) {
        return text.codePoints()
                .filter(c -> c < 0xD800 || c > 0xDFFF)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
