package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.coppice.message.TruncatedPieces;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TruncationTest {
    private static final String LONG = "x".repeat(600);
    private static final String CUT = "x".repeat(500) + "… [truncated 600 chars]";

    private static String cut(String message) {
        return ToolConversations.text(Truncation.of(ToolConversations.bytes(message)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'parts':[ {'type':'tool-a','state':'output-available','output' : '@' }],'n':1.0 }",
                "{'parts':[{'type':'tool-a','state':'output-error','errorText':'@'}]}",
                "{'role':'tool','content':[{'type':'tool-result','toolCallId':'c','output':'@'}]}",
                "{'role':'tool','tool_call_id':'c','content':'@'}",
                "{'content':[{'type':'function_call_output','call_id':'c','output':'@'}]}",
                "{'content':[{'type':'tool_result','tool_use_id':'c','content':'@'}]}",
                "{'content':[{'type':'tool_result','id':'c','output':'@'}]}"
            })
    void outputsAreTruncatedInEveryFormat(String message) {
        assertEquals(message.replace("@", CUT), cut(message.replace("@", LONG)));
        assertEquals(message.replace("@", "x".repeat(500)), cut(message.replace("@", "x".repeat(500))));
    }

    @Test
    void textsMayBeLongerAndInputsAndReasoningAreKept() {
        var message = "{'content':'@','parts':[{'type':'text','text':'@'},{'type':'reasoning','text':'@'},"
                + "{'type':'tool-a','state':'output-available','input':'@'}]}";
        var text = "y".repeat(10_001);
        var shorter = "y".repeat(10_000);
        assertEquals(message.replace("@", shorter), cut(message.replace("@", shorter)));
        var expected = message.replaceFirst("@", shorter + "… [truncated 10001 chars]")
                .replaceFirst("@", shorter + "… [truncated 10001 chars]")
                .replace("@", text);
        assertEquals(expected, cut(message.replace("@", text)));
    }

    @Test
    void objectStaysObjectAndArrayStaysArray() {
        var form = "{'parts':[{'type':'tool-a','state':'output-available','output':%s}]}";
        assertEquals(
                form.formatted("{'a':1.50,'b':['" + "x".repeat(479)
                        + "… [truncated 600 chars]','… [truncated 2 items]'],'__truncated':1}"),
                cut(form.formatted("{'a':1.50, 'b':['" + LONG + "', 2, [3]], 'c':{}}")));
        assertEquals(
                form.formatted("{'type':'text','value':'" + "x".repeat(487) + "… [truncated 600 chars]'}"),
                cut(form.formatted("{'type':'text','value':'" + LONG + "'}")));
        // White space between tokens does not count, so an output that is long because of it is not truncated.
        var blank = form.formatted("[" + " ".repeat(600) + "1]");
        assertEquals(blank, cut(blank));
    }

    @Test
    void markAmongBlocksIsABlock() {
        var block = "{'type':'text','text':'" + LONG + "'}";
        var out = cut("{'role':'tool','tool_call_id':'c','content':[" + block + "," + block + "]}");
        assertTrue(out.endsWith("chars]'},{'type':'text','text':'… [truncated 1 items]'}]}"), out);
    }

    @Test
    void noCharacterIsSplit() {
        var message = "{'role':'tool','tool_call_id':'c','content':'x%s'}";
        assertEquals(
                message.formatted("😀".repeat(249) + "… [truncated 601 chars]"),
                cut(message.formatted("😀".repeat(300))));
        assertEquals(
                message.formatted("😀".repeat(249) + "… [truncated 601 chars]"),
                cut(message.formatted("\\ud83d\\ude00".repeat(300))));
    }

    /** Returns a random JSON value as text, nested at most 13 levels deep. */
    private static String any(Random random, int depth) {
        switch (random.nextInt(depth > 12 ? 3 : 6)) {
            case 0:
                return "-1.5E+7";
            case 1:
                return "'" + "é\\n\\u00e9".repeat(random.nextInt(60)) + "'";
            case 2:
                return "'" + "x".repeat(random.nextInt(1000)) + "'";
            case 3:
                return "null";
            default:
                boolean object = random.nextBoolean();
                var text = new StringBuilder();
                for (int i = random.nextInt(8); i > 0; i--) {
                    text.append(text.isEmpty() ? "" : ", ");
                    text.append(object ? (i == 3 ? "'type'" : i == 4 ? "'__truncated'" : "'k" + i + "'") + " : " : "");
                    text.append(any(random, depth + 1));
                }
                return object ? "{" + text + "}" : "[" + text + "]";
        }
    }

    @Test
    void randomOutputIsTruncatedToValidJsonOfItsKind() {
        var head = "{'parts':[{'type':'tool-a','state':'output-available','output':";
        qt().forAll(longs().all()).checkAssert(seed -> {
            var output = any(new Random(seed), 0);
            var message = ToolConversations.bytes(head + output + "}]}");
            var cut = Truncation.of(message);
            PairRepairTest.checkJson(cut);
            var text = ToolConversations.text(cut);
            assertTrue(text.startsWith(head + output.charAt(0)) && text.endsWith("}]}"), text);
            if (cut == message) {
                return;
            }
            assertTrue(text.contains("truncated"), text);
            // What may come on top of the limit: a marker for each of nine levels, a marker for a string, and eight
            // members {@code type}, which are never truncated. Escapes may double the length of the rest.
            int marks = 9 * 60 + 30 + 8 * 80;
            assertTrue(text.length() <= head.length() + 2 * Truncation.OUTPUT_CHARACTERS + marks, text);
            assertTrue(text.length() <= message.length + marks, text);
        });
    }

    @Test
    void deepOrLongOutputIsTruncatedInLinearTime() {
        assertTimeout(Duration.ofSeconds(20), () -> {
            Truncation.of(ToolConversations.many());
            var head = "{'role':'tool','tool_call_id':'c','content':";
            var deep = cut(head + "[".repeat(900) + "]".repeat(900) + "}");
            assertEquals(head + "[".repeat(8) + "'… [truncated 1784 chars]'" + "]".repeat(8) + "}", deep);
            assertTrue(cut(head + "[" + "'',".repeat(1_000_000) + "0]}").length() < 700);
        });
    }

    @Test
    void randomBytesAreAccepted() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var message =
                    ToolConversations.bytes("{'role':'tool','tool_call_id':'c','content':" + any(random, 0) + "}");
            message[random.nextInt(message.length)] = (byte) random.nextInt(256);
            Truncation.of(message);
        });
    }

    @Test
    void newestMessagesAreKeptWhole() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var messages = random.ints(random.nextInt(10), 0, 1200)
                    .mapToObj(length -> ToolConversations.bytes(
                            "{'role':'tool','tool_call_id':'c','content':'" + "x".repeat(length) + "'}"))
                    .toList();
            int newest = random.nextInt(5);
            var view = PairRepairTest.all(new TruncatedPieces(PairRepairTest.pieces(messages, random), newest));
            assertEquals(messages.size(), view.size());
            for (int i = 0; i < view.size(); i++) {
                var message = messages.get(i);
                var expected = i < view.size() - newest ? Truncation.of(message) : message;
                assertEquals(ToolConversations.text(expected), ToolConversations.text(view.get(i)));
            }
            assertEquals(List.of(), List.copyOf(new TruncatedPieces(List::of, 4).next()));
        });
    }
}
