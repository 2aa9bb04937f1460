package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.coppice.message.RepairedPieces;
import dev.coppice.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Converts prefixes of random conversations with random summaries to every format. A failure names its seed. */
class ConversionPropertiesTest {
    private static final Pattern SAID = Pattern.compile("said (\\d+)");
    /** Number of examples for each property and format. Each test run uses other seeds. */
    private static final int EXAMPLES = 250;

    private record Converted(List<byte[]> messages, Conversion conversion) {
        List<JsonNode> nodes() {
            return messages.stream().map(Json::parse).toList();
        }

        String text() {
            var text = new StringBuilder();
            messages.forEach(message ->
                    text.append(new String(message, StandardCharsets.UTF_8)).append('\n'));
            return text.toString();
        }
    }

    private static List<byte[]> repaired(List<byte[]> messages) {
        var pieces = new ArrayList<>(List.of(messages, List.<byte[]>of()));
        var repaired = new RepairedPieces(() -> pieces.isEmpty() ? List.of() : pieces.remove(0));
        var view = new ArrayList<byte[]>();
        for (var piece = repaired.next(); !piece.isEmpty(); piece = repaired.next()) {
            view.addAll(piece);
        }
        return view;
    }

    private static Converted convert(List<byte[]> view, Conversion conversion) {
        var messages = new ArrayList<byte[]>();
        view.forEach(message -> messages.addAll(conversion.next(message)));
        messages.addAll(conversion.end());
        return new Converted(messages, conversion);
    }

    private static Converted turn(MessageFormat format, List<byte[]> conversation) {
        return convert(repaired(conversation), new Conversion(format, true, true));
    }

    private static List<Integer> said(String text) {
        return SAID.matcher(text)
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .toList();
    }

    private static String text(List<byte[]> conversation) {
        var text = new StringBuilder();
        conversation.forEach(message ->
                text.append(new String(message, StandardCharsets.UTF_8)).append('\n'));
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource
    void turnIsAlwaysValid(MessageFormat format) {
        qt().withExamples(EXAMPLES).forAll(longs().all()).checkAssert(seed -> {
            var turn = turn(format, Conversations.of(seed));
            try {
                FormatRules.of(format).check(turn.nodes(), true);
            } catch (AssertionError e) {
                throw new AssertionError(
                        seed + ": " + e.getMessage() + "\nof " + text(Conversations.of(seed)) + "\nis " + turn.text(),
                        e);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void turnWithoutToolsIsAlwaysValid(MessageFormat format) {
        qt().withExamples(EXAMPLES).forAll(longs().all()).checkAssert(seed -> {
            var turn = convert(repaired(Conversations.of(seed)), new Conversion(format, true, false));
            FormatRules.of(format).check(turn.nodes(), true);
            assertTrue(!turn.text().matches("(?s).*\"(tool_use|tool_calls|function_call|toolCallId)\".*"), turn.text());
        });
    }

    @ParameterizedTest
    @EnumSource
    void historyPageKeepsMessagesBeforeFirstUser(MessageFormat format) {
        qt().withExamples(EXAMPLES).forAll(longs().all()).checkAssert(seed -> {
            var page = convert(repaired(Conversations.of(seed)), new Conversion(format, false, true));
            FormatRules.of(format).check(page.nodes(), false);
            assertTrue(page.conversion().diagnostics().stream()
                    .noneMatch(diagnostic -> diagnostic.kind().word().equals("before-first-user")));
        });
    }

    @ParameterizedTest
    @EnumSource
    void sameMessagesGiveSameBytes(MessageFormat format) {
        qt().withExamples(EXAMPLES).forAll(longs().all()).checkAssert(seed -> {
            var first = turn(format, Conversations.of(seed));
            var second = turn(format, Conversations.of(seed));
            assertEquals(first.conversion().diagnostics(), second.conversion().diagnostics());
            assertArrayEquals(first.messages().toArray(), second.messages().toArray());
        });
    }

    /** No text is repeated, reordered, or lost without a diagnostic. */
    @ParameterizedTest
    @EnumSource
    void textsKeepTheirOrderAndLossesAreReported(MessageFormat format) {
        qt().withExamples(EXAMPLES).forAll(longs().all()).checkAssert(seed -> {
            var view = repaired(Conversations.of(seed));
            var page = convert(view, new Conversion(format, false, true));
            var before = said(text(view));
            var after = said(page.text());
            assertEquals(
                    after.stream().sorted().distinct().toList(),
                    after.stream().sorted().toList());
            if (!before.equals(after)) {
                var missing = new ArrayList<>(before);
                missing.removeAll(after);
                var reported = page.conversion().diagnostics().toString();
                assertTrue(
                        missing.isEmpty()
                                || reported.contains("PART_LEFT_OUT")
                                || reported.contains("RESULT_WITHOUT_CALL"),
                        () -> seed + " lost " + missing + " of " + text(view));
            }
        });
    }
}
