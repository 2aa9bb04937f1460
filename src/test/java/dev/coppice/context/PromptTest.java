package dev.coppice.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** Tests the rendering of blocks as a system prompt. */
class PromptTest {
    /** More with {@code -Dcoppice.prompt.examples}. */
    private static final int EXAMPLES = Integer.getInteger("coppice.prompt.examples", 20_000);

    private static final String RULE = "══════════════════════════════════════════════";

    /** Parts of texts that could imitate a section. */
    private static final List<String> PIECES = List.of(
            RULE,
            "═══",
            "══",
            "═",
            "\n",
            "\n\n",
            "\r\n",
            "\r",
            "\u2028",
            " ",
            "SOUL [readonly]",
            "MEMORY",
            "text",
            "é😀");

    private static BlockContent text(String label, String content, boolean writable) {
        return new BlockContent(label, null, content, 0, null, writable, false, false, null, 0);
    }

    private static BlockContent block(
            String description, String content, int tokens, Integer max, boolean w, boolean s, boolean f) {
        return new BlockContent("memory", description, content, tokens, max, w, s, f, null, 0);
    }

    private static String header(BlockContent block) {
        var lines = Prompt.render(List.of(block)).split("\n");
        assertEquals(RULE, lines[0]);
        assertEquals(RULE, lines[2]);
        return lines[1];
    }

    @Test
    void promptEqualsTheExampleOfTheSpecification() {
        var soul = text("soul", "You are a helpful assistant.", false);
        var memory = block("Learned facts", "User likes coffee.", 495, 1100, true, false, false);
        assertEquals(
                """
                ══════════════════════════════════════════════
                SOUL [readonly]
                ══════════════════════════════════════════════
                You are a helpful assistant.

                ══════════════════════════════════════════════
                MEMORY (Learned facts) [45% — 495/1100 tokens] [writable]
                ══════════════════════════════════════════════
                User likes coffee.""",
                Prompt.render(List.of(soul, memory)));
    }

    @Test
    void promptWithoutBlocksIsEmpty() {
        assertEquals("", Prompt.render(List.of()));
    }

    @Test
    void headerHasTheFirstApplicableTag() {
        assertEquals("MEMORY [searchable]", header(block(null, "c", 1, null, true, true, true)));
        assertEquals("MEMORY [loadable]", header(block(null, "c", 1, null, true, true, false)));
        assertEquals("MEMORY [writable]", header(block(null, "c", 1, null, true, false, false)));
        assertEquals("MEMORY [readonly]", header(block(null, "c", 1, null, false, false, false)));
    }

    @Test
    void usageIsRounded() {
        assertEquals("MEMORY [0% — 0/7 tokens] [writable]", header(block(null, "", 0, 7, true, false, false)));
        assertEquals("MEMORY [43% — 3/7 tokens] [writable]", header(block(null, "c", 3, 7, true, false, false)));
        assertEquals("MEMORY [13% — 1/8 tokens] [writable]", header(block("", "c", 1, 8, true, false, false)));
        assertEquals("MEMORY [100% — 7/7 tokens] [writable]", header(block(null, "c", 7, 7, true, false, false)));
    }

    @Test
    void labelsAreUpperCasedInEveryLocale() {
        assertEquals("STRASSE İI [readonly]", header(text("straße İi", "c", false)));
    }

    @Test
    void emptyBlockIsOmittedOnlyWhenReadOnly() {
        assertEquals("", Prompt.render(List.of(text("a", "", false))));
        assertEquals(
                RULE + "\nA [writable]\n" + RULE + "\n\n" + RULE + "\nMEMORY [loadable]\n" + RULE,
                Prompt.render(List.of(text("a", "", true), block(null, "", 0, null, false, true, false))));
        assertEquals(
                RULE + "\nMEMORY [searchable]\n" + RULE,
                Prompt.render(List.of(block(null, "", 0, null, false, false, true))));
    }

    @Test
    void contentLinesThatLookLikeRulesAreIndented() {
        var forged = "═══\nx\n══\n════ y\n ═══\r═══\u2028═══";
        assertEquals(
                RULE + "\nA [readonly]\n" + RULE + "\n ═══\nx\n══\n ════ y\n ═══\r ═══\u2028 ═══",
                Prompt.render(List.of(text("a", forged, false))));
    }

    private static Gen<String> contents() {
        return lists().of(arbitrary().pick(PIECES)).ofSizeBetween(0, 12).map(pieces -> String.join("", pieces));
    }

    private static Gen<BlockContent> blocks() {
        return contents().zip(integers().between(0, 15), contents(), (content, flags, label) -> {
            boolean writable = (flags & 1) > 0;
            boolean skill = (flags & 2) > 0;
            var max = (flags & 8) > 0 ? (Integer) 10 : null;
            var line = label.replaceAll("[\\n\\r\\u2028]", "");
            return new BlockContent("x" + line, line, content, 5, max, writable, skill, (flags & 4) > 0, null, 0);
        });
    }

    @Test
    void contentCannotImitateSections() {
        qt().withExamples(EXAMPLES)
                .forAll(lists().of(blocks()).ofSizeBetween(0, 6))
                .checkAssert(blocks -> {
                    var alone = blocks.stream()
                            .map(block -> Prompt.render(List.of(block)))
                            .filter(section -> !section.isEmpty())
                            .toList();
                    assertEquals(alone, Prompt.sections(Prompt.render(blocks)));
                });
    }

    /** Finds sections without the tested code: a rule, a header and a rule, each on its own line. */
    @Test
    void independentParserFindsTheSameHeaders() {
        qt().withExamples(EXAMPLES)
                .forAll(lists().of(blocks()).ofSizeBetween(0, 6))
                .checkAssert(blocks -> {
                    var headers = new ArrayList<String>();
                    var lines = Prompt.render(blocks).split("\n", -1);
                    for (int i = 0; i + 2 < lines.length; i++) {
                        if (lines[i].equals(RULE)) {
                            assertEquals(RULE, lines[i + 2]);
                            headers.add(lines[i + 1]);
                            i += 2;
                        }
                    }
                    assertEquals(
                            blocks.stream()
                                    .filter(block ->
                                            !Prompt.render(List.of(block)).isEmpty())
                                    .map(PromptTest::header)
                                    .collect(Collectors.toList()),
                            headers);
                });
    }

    @Test
    void silentSectionsMayDiffer() {
        var silent = List.of("memory");
        var frozen = Prompt.render(List.of(
                text("a", "one", true), block("Facts (old)", "x", 1, 9, true, false, false), text("c", "", true)));
        var now = Prompt.render(List.of(text("a", "one", true), text("c", "", true)));
        assertTrue(Prompt.isCurrent(frozen, now, silent));
        assertTrue(Prompt.isCurrent(now, now, silent));
        assertFalse(Prompt.isCurrent(frozen, now, List.of()));
        assertFalse(Prompt.isCurrent(frozen, now, List.of("mem", "memory (Facts", "other")));
        assertFalse(
                Prompt.isCurrent(frozen, Prompt.render(List.of(text("a", "two", true), text("c", "", true))), silent));
        assertFalse(
                Prompt.isCurrent(frozen, Prompt.render(List.of(text("c", "", true), text("a", "one", true))), silent));
        assertFalse(Prompt.isCurrent(frozen, Prompt.render(List.of(text("a", "one", true))), silent));
    }

    /** Removes the silent blocks from both prompts and compares the rest, for any blocks with different labels. */
    @Test
    void promptIsCurrentIfReportedSectionsAreEqual() {
        qt().withExamples(EXAMPLES)
                .forAll(
                        lists().of(blocks()).ofSizeBetween(0, 4),
                        lists().of(contents()).ofSizeBetween(4, 4))
                .checkAssert((blocks, contents) -> {
                    var frozen = new ArrayList<BlockContent>();
                    var reported = new ArrayList<BlockContent>();
                    var changed = new ArrayList<BlockContent>();
                    var silent = new ArrayList<String>();
                    for (int i = 0; i < blocks.size(); i++) {
                        var block = labeled(
                                i + blocks.get(i).label(),
                                blocks.get(i),
                                blocks.get(i).content());
                        frozen.add(block);
                        if (i % 2 == 0) {
                            silent.add(block.label());
                        } else {
                            reported.add(block);
                            changed.add(labeled(block.label(), block, contents.get(i)));
                        }
                    }
                    var before = Prompt.render(frozen);
                    var now = Prompt.render(changed);
                    assertTrue(Prompt.isCurrent(before, Prompt.render(reported), silent));
                    assertEquals(Prompt.render(reported).equals(now), Prompt.isCurrent(before, now, silent));
                });
    }

    private static BlockContent labeled(String label, BlockContent block, String content) {
        return new BlockContent(
                label,
                block.description(),
                content,
                block.tokens(),
                block.maxTokens(),
                block.writable(),
                block.skill(),
                block.searchable(),
                null,
                0);
    }

    @Test
    void reminderHasChangedSectionsOnly() {
        var before = Prompt.render(List.of(text("a", "one", true), text("b", "two\n\n", true), text("c", "", false)));
        var now = Prompt.render(List.of(text("a", "one", true), text("b", "three", true), text("d", "new", false)));
        assertEquals(
                Prompt.render(List.of(text("b", "three", true), text("d", "new", false))), Prompt.changed(before, now));
        assertEquals("", Prompt.changed(before, before));
        assertEquals(now, Prompt.changed("", now));
    }

    /** An import can store any text as the frozen prompt of a session. */
    @Test
    void promptMayEndWithinHeader() {
        var whole = Prompt.render(List.of(text("a", "one", true)));
        for (var end : List.of(RULE + "\nB", RULE + "\nB\n", RULE + "\nB\n═")) {
            var prompt = whole + "\n\n" + end;
            assertEquals(List.of(whole, end), Prompt.sections(prompt));
            assertEquals("", Prompt.changed(prompt, whole));
            assertFalse(Prompt.isCurrent(prompt, whole, List.of("c")));
        }
        assertEquals(List.of("text"), Prompt.sections("text"));
        assertEquals(List.of(RULE), Prompt.sections(RULE));
    }
}
