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

/** Tests the default summarizer, which uses no model. */
class ExtractiveTest {
    private static final List<String> SECTIONS =
            List.of("## Topic", "## Key Points", "## Current State", "## Open Items");

    private static byte[] message(String role, String text) {
        return Json.bytes(Json.object("role", role, "parts", Json.array(Json.object("type", "text", "text", text))));
    }

    private static byte[] call(String tool) {
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

    /** Returns random messages from a fixed seed. */
    private static List<byte[]> conversation(int messages) {
        var random = new Random(7);
        var conversation = new ArrayList<byte[]>();
        for (int i = 0; i < messages; i++) {
            var text = new StringBuilder();
            for (int j = 0; j < 4; j++) {
                for (int k = 0; k < 9; k++) {
                    text.append(k == 0 ? "Word" : " word").append((int) Math.abs(random.nextGaussian() * 300));
                }
                text.append(". ");
            }
            conversation.add(message(i % 2 == 0 ? "user" : "assistant", text.toString()));
        }
        return conversation;
    }

    private static void assertSections(String summary) {
        assertEquals(
                SECTIONS, summary.lines().filter(line -> line.startsWith("#")).toList());
    }

    @Test
    void sectionsQuoteTheMessages() {
        var summary = summary(
                List.of(
                        message(
                                "user",
                                "Hello! We must move the billing service from Oracle to PostgreSQL before March 3."),
                        message(
                                "assistant",
                                "Sure. The billing schema has 42 tables, and three of them use Oracle packages."),
                        call("query"),
                        call("query"),
                        message("user", "Thanks! We decided to drop the audit table."),
                        message(
                                "assistant",
                                "The audit table is dropped and the migration script runs on staging now."),
                        message("user", "Who will renew the staging certificate?")),
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
    void answeredQuestionAndFinishedTaskAreNotOpen() {
        var summary = summary(
                List.of(
                        message("user", "What is the port of the cache server?"),
                        message("assistant", "The cache server listens on port 6379. I will restart the cache server."),
                        message("assistant", "The cache server restart is done.")),
                null,
                200);
        assertEquals("None.", section(summary, "Open Items"));
    }

    @Test
    void speakersAndDaysAreQuotedWhenKnown() {
        var first = Json.object("role", "user", "content", "I adopted a grey kitten called Pixel.");
        first.put("createdAt", "2023-05-08T10:00:00Z").putObject("metadata").put("speaker", "Ann");
        var second = Json.object("role", "user", "content", "The garden fence needs green paint from Lowes.");
        second.put("createdAt", "2023-05-09T10:00:00Z").put("name", "Bob");
        var summary = summary(List.of(Json.bytes(first), Json.bytes(second)), null, 200);
        assertTrue(summary.contains("2023-05-08 Ann: I adopted a grey kitten called Pixel."), summary);
        assertTrue(summary.contains("2023-05-09 Bob: The garden fence needs"), summary);
    }

    @Test
    void repeatedSentenceIsQuotedOnce() {
        var text = "The nightly backup of the warehouse fails with error 1205.";
        var summary = summary(
                List.of(
                        message("user", text),
                        message("assistant", "Noted."),
                        message("user", text),
                        message("user", text)),
                null,
                400);
        assertEquals(summary.indexOf("error 1205"), summary.lastIndexOf("error 1205"), summary);
    }

    @Test
    void codeBlocksAreLeftOut() {
        var summary = summary(
                List.of(message(
                        "assistant",
                        "The parser skips empty rows now.\n```java\nint secret = 1;\n```\nTests cover it.")),
                null,
                200);
        assertTrue(summary.contains("parser skips") && !summary.contains("secret"), summary);
    }

    @Test
    void messagesWithoutTextAreCounted() {
        var summary = summary(List.of(call("search"), call("search"), call("mail")), null, 100);
        assertSections(summary);
        assertTrue(summary.contains("3 messages: assistant (3).")
                && summary.contains("Tools used: search (2), mail (1)."));
        assertSections(summary(List.of(), null, 100));
        assertSections(summary(List.of(new byte[0]), null, 100));
        assertTrue(summary(List.of(message("user", "ok")), null, 100).contains("user: ok"));
    }

    @Test
    void repeatedCompactionKeepsEarlierFacts() {
        var first = summary(
                List.of(
                        message("user", "The invoice exporter must write XML for the tax office in Lisbon."),
                        call("search"),
                        message("assistant", "The exporter uses schema version 3 of the tax office."),
                        message("user", "Which holiday calendar applies to Porto branch payments?")),
                null,
                300);
        var second = summary(
                List.of(
                        message("user", "Please also add an archive of sent invoices to the cellar server."),
                        call("search"),
                        message(
                                "assistant",
                                "The archive keeps each sent invoice for ten years on the cellar server.")),
                first,
                400);
        assertSections(second);
        assertTrue(second.contains("XML for the tax office in Lisbon"), second);
        assertTrue(second.contains("archive of sent invoices") || second.contains("archive keeps"), second);
        assertTrue(second.contains("7 messages: assistant (4), user (3).") && second.contains("search (2)"), second);
        assertTrue(section(second, "Open Items").contains("Which holiday calendar applies to Porto"), second);
        var third = summary(
                List.of(message("assistant", "The Porto branch payments follow the holiday calendar of Portugal.")),
                second,
                400);
        assertFalse(section(third, "Open Items").contains("Porto"), third);
    }

    @Test
    void earlierSummaryOfAModelIsParsed() {
        var model = summary(
                List.of(message("user", "The kettle is blue now.")),
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
        var free = summary(List.of(message("user", "ok")), "They spoke of kettles and toasters at length.", 200);
        assertTrue(section(free, "Key Points").contains("They spoke of kettles and toasters"), free);
    }

    @Test
    void summaryHasAboutTheTargetTokens() {
        for (int target : new int[] {100, 200, 400, 1000, 4000}) {
            int tokens = Tokens.of(summary(conversation(300), null, target));
            assertTrue(tokens <= target + 60 && tokens >= target * 3 / 4, tokens + " of " + target);
        }
    }

    @Test
    void repeatedSummariesDoNotGrow() {
        var summary = "";
        for (int i = 0; i < 12; i++) {
            summary = summary(conversation(60), summary, 500);
            assertSections(summary);
            assertTrue(Tokens.of(summary) <= 560, Tokens.of(summary) + "\n" + summary);
        }
    }

    @Test
    void sameMessagesGiveTheSameSummary() {
        assertEquals(summary(conversation(200), null, 600), summary(conversation(200), null, 600));
    }

    @Test
    void workIsLinearInTheText() {
        assertTrue(work(800) < 2.2 * work(400));
    }

    private static long work(int messages) {
        var utterances =
                conversation(messages).stream().map(UtteranceReader::read).toList();
        var extract = new Extract(utterances, PastSummary.parse(null), 1000);
        extract.text();
        return extract.work();
    }

    @Test
    void longTextsWithoutSentencesAreAccepted() {
        for (var text : List.of("x", ".", "!!!!x", "a. ", "漢字", "- [ ] go\n", "\n", "😀", "''a", "#", "w**", "?. 「")) {
            assertSections(summary(List.of(message("user", text.repeat(100_000 / text.length()))), null, 300));
        }
    }

    @Test
    void anyTextGivesFourSections() {
        qt().withExamples(300)
                .forAll(
                        lists().of(strings().allPossible().ofLengthBetween(0, 300))
                                .ofSizeBetween(0, 8),
                        strings().allPossible().ofLengthBetween(0, 300),
                        integers().between(100, 500))
                .checkAssert((texts, previous, target) -> {
                    var messages = texts.stream()
                            .map(text -> message("user", wellFormed(text)))
                            .toList();
                    assertSections(summary(messages, previous, target));
                });
    }

    /** Removes lone surrogates, which no stored message contains. */
    private static String wellFormed(String text) {
        return text.codePoints()
                .filter(c -> c < 0xD800 || c > 0xDFFF)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
