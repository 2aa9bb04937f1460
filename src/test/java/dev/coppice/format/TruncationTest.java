package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.coppice.message.TruncatedPieces;
import dev.coppice.support.CpuTime;
import java.time.Duration;
import java.util.ArrayList;
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
                "{'role':'tool','content':[{'type':'tool-result','toolCallId':'c','content':'@'}]}",
                "{'type':'tool-result','role':'tool','toolCallId':'c','content':'@'}",
                "{'role':'tool','tool_call_id':'c','content':'@'}",
                "{'content':[{'type':'function_call_output','call_id':'c','content':'@'}]}",
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
                form.formatted("{'a':1.50,'b':['" + "x".repeat(435) + "… [truncated 600 chars]',2,[3]],'c':{}}"),
                cut(form.formatted("{'a':1.50, 'b':['" + LONG + "', 2, [3]], 'c':{}}")));
        assertEquals(
                form.formatted("{'type':'text','value':'" + "x".repeat(457) + "… [truncated 600 chars]'}"),
                cut(form.formatted("{'type':'text','value':'" + LONG + "'}")));
        // White space between tokens does not count, so an output that is long because of it is not truncated.
        var blank = form.formatted("[" + " ".repeat(600) + "1]");
        assertEquals(blank, cut(blank));
    }

    @Test
    void outputThatFitsWithoutItsWhiteSpaceIsUnchanged() {
        for (int length = 485; length < 495; length++) {
            var whole = "{'role':'tool','tool_call_id':'c','content':{'k1' : '" + "x".repeat(length) + "'}}";
            var cut = cut(whole);
            assertTrue(cut.equals(whole) || cut.contains("truncated"), cut);
        }
    }

    private static String outputCut(String output) {
        var head = "{'role':'tool','tool_call_id':'c','content':";
        var cut = cut(head + output + "}");
        return cut.substring(head.length(), cut.length() - 1);
    }

    @Test
    void shortValuesSurviveLongTextBeforeThem() {
        var cut = outputCut("{'stdout':'" + "x".repeat(5000) + "','stderr':'" + "e".repeat(200)
                + "','totalLines':4711,'exit':{'code':1,'signal':null},'files':['a','b']}");
        assertTrue(
                cut.matches("\\{'stdout':'x{100,}… \\[truncated 5000 chars]','stderr':'e{200}','totalLines':4711,"
                        + "'exit':\\{'code':1,'signal':null},'files':\\['a','b']}"),
                cut);
    }

    @Test
    void shortValuesSurviveLongArrayBeforeThem() {
        var row = "{'name':'file','lines':12}";
        var cut = outputCut("{'rows':[" + (row + ",").repeat(999) + row + "],'total':1000,'note':'done'}");
        assertTrue(cut.startsWith("{'rows':[" + row + "," + row), cut);
        assertTrue(cut.matches(".*'… \\[truncated 98[0-9] items]'],'total':1000,'note':'done'}"), cut);
    }

    @Test
    void longTextsShareWhatIsLeft() {
        var cut =
                outputCut("{'a':'" + "a".repeat(900) + "','b':'" + "b".repeat(900) + "','c':'" + "c".repeat(90) + "'}");
        assertTrue(cut.contains("'c':'" + "c".repeat(90) + "'"), cut);
        long a = cut.chars().filter(c -> c == 'a').count();
        long b = cut.chars().filter(c -> c == 'b').count();
        assertTrue(Math.abs(a - b) <= 5 && a > 100, cut);
    }

    @Test
    void objectOfManyMembersKeepsShortValuesFirst() {
        var members = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            members.append("'text" + i + "':'" + "x".repeat(100) + "',");
        }
        var cut = outputCut("{" + members + "'totalLines':30,'ok':true}");
        assertTrue(cut.contains("'totalLines':30,'ok':true"), cut);
        assertTrue(cut.matches(".*'__truncated':[0-9]+}"), cut);
        assertTrue(outputCut("{'result':{" + members + "'n':1}}").startsWith("{'result':{'text0':'x"), cut);
    }

    @Test
    void allBlocksKeepTheirShape() {
        var block = "{'type':'text','text':'" + LONG + "'}";
        var cut = outputCut("[" + block + "," + block + ",{'type':'text','text':'exit code 1'}]");
        var part = "\\{'type':'text','text':'x{100,}… \\[truncated 600 chars]'},";
        assertTrue(cut.matches("\\[" + part + part + "\\{'type':'text','text':'exit code 1'}]"), cut);
    }

    @Test
    void markAmongBlocksIsABlock() {
        var block = "{'type':'text','text':'" + LONG + "'}";
        var out = outputCut("[" + (block + ",").repeat(20) + block + "]");
        assertTrue(out.matches(".*chars]'},\\{'type':'text','text':'… \\[truncated [0-9]+ items]'}]"), out);
        PairRepairTest.checkJson(ToolConversations.bytes(out));
    }

    @Test
    void markAmongBlocksOfResponsesHasTheirType() {
        var block = "{'type':'input_text','text':'" + LONG + "'}";
        var out = outputCut("[" + (block + ",").repeat(20) + block + "]");
        assertTrue(out.matches(".*chars]'},\\{'type':'input_text','text':'… \\[truncated [0-9]+ items]'}]"), out);
    }

    @Test
    void longFileIsMentionedInBlockOfItsFormat() {
        var text = "{'type':'%stext','text':'it'}";
        var mention = "{'type':'%stext','text':'[image (image/png) left out]'}";
        var data = "iVBOR" + "A".repeat(600);
        var item = "{'type':'input_image','image_url':'data:image/png;base64," + data + "'}";
        assertEquals(
                "[" + mention.formatted("input_") + "," + text.formatted("input_") + "]",
                outputCut("[" + item + "," + text.formatted("input_") + "]"));
        var block = "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'" + data + "'}}";
        var output = "[" + text.formatted("") + "," + block + ","
                + text.formatted("").replace("it", LONG) + "]";
        var cut = outputCut(output);
        assertTrue(cut.startsWith("[" + text.formatted("") + "," + mention.formatted("") + ",{'type':'text'"), cut);
        assertTrue(cut.contains("x… [truncated 600 chars]"), cut);
        assertTrue(cut.length() < 600, cut);
    }

    @Test
    void fileThatFitsIsKept() {
        var url = "https://example.com/" + "a".repeat(80) + ".png";
        var image = "{'type':'input_image','image_url':'" + url + "'}";
        var cut = outputCut("[" + image + ",{'type':'input_text','text':'" + LONG + "'}]");
        assertTrue(cut.startsWith("[" + image + ",{'type':'input_text','text':'xxx"), cut);
        assertTrue(cut.endsWith("x… [truncated 600 chars]'}]"), cut);
        var document = "{'type':'document','source':{'type':'text','media_type':'text/plain','data':'" + LONG + "'}}";
        var shortened = outputCut("[" + document + "]");
        assertTrue(shortened.matches(".*'data':'x+… \\[truncated 600 chars]'}}]"), shortened);
    }

    /** The budget holds for any output, and short values of its object survive if its shape fits. */
    @Test
    void randomObjectKeepsItsShapeWithinBudget() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var shorts = new ArrayList<String>();
            var members = new ArrayList<String>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                members.add("'long" + i + "':"
                        + (random.nextBoolean()
                                ? "'" + "x".repeat(random.nextInt(2000)) + "'"
                                : "[" + "1,".repeat(random.nextInt(900)) + "1]"));
            }
            for (int i = random.nextInt(8); i > 0; i--) {
                var member = "'n" + i + "':" + (random.nextBoolean() ? "'short " + i + "'" : "" + random.nextInt());
                shorts.add(member);
                members.add(random.nextInt(members.size() + 1), member);
            }
            var cut = outputCut("{" + String.join(",", members) + "}");
            PairRepairTest.checkJson(ToolConversations.bytes(cut));
            assertTrue(cut.length() <= Truncation.OUTPUT_CHARACTERS + 40 * members.size(), cut);
            shorts.forEach(member -> assertTrue(cut.contains(member), () -> member + " in " + cut));
            assertTrue(!cut.contains("__truncated"), cut);
        });
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
        CpuTime.assertAtMost(Duration.ofSeconds(20), () -> {
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

    private static byte[] result(int length) {
        return ToolConversations.bytes("{'role':'tool','tool_call_id':'c','content':'" + "x".repeat(length) + "'}");
    }

    @Test
    void oldMessagesAreTruncatedOnly() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var messages = random.ints(random.nextInt(10), 0, 1200)
                    .mapToObj(TruncationTest::result)
                    .toList();
            int old = random.nextInt(12) - 1;
            var view = PairRepairTest.all(new TruncatedPieces(PairRepairTest.pieces(messages, random), old));
            assertEquals(messages.size(), view.size());
            for (int i = 0; i < view.size(); i++) {
                var message = messages.get(i);
                var expected = i < old ? Truncation.of(message) : message;
                assertEquals(ToolConversations.text(expected), ToolConversations.text(view.get(i)));
            }
            assertEquals(List.of(), List.copyOf(new TruncatedPieces(List::of, 4).next()));
        });
    }

    /** Views of a growing path: one append changes the beginning of the view only once in {@code step} appends. */
    @Test
    void borderOfOldMessagesMovesInSteps() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var window = new TruncationWindow(random.nextInt(7), 1 + random.nextInt(9));
            int first = random.nextInt(30);
            int moved = 0;
            for (int rows = first; rows < first + window.step(); rows++) {
                int newest = window.newest(rows);
                assertTrue(newest >= window.keepRecent() && newest < window.keepRecent() + window.step());
                int border = Math.max(0, rows - newest);
                int next = Math.max(0, rows + 1 - window.newest(rows + 1));
                moved += next == border ? 0 : 1;
                assertTrue(next == border || next == border + window.step(), window + " at " + rows);
            }
            assertTrue(moved <= 1, window + " from " + first);
        });
    }

    @Test
    void stepOfOneKeepsAsManyMessagesAsGiven() {
        for (int rows = 0; rows < 20; rows++) {
            assertEquals(4, new TruncationWindow(4, 1).newest(rows));
        }
    }
}
