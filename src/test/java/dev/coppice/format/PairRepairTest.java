package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import dev.coppice.message.History;
import dev.coppice.message.RepairedPieces;
import dev.coppice.support.CpuTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PairRepairTest {
    private static final String T = Interruption.TEXT;

    private static List<String> view(String... messages) {
        return PairRepair.of(Stream.of(messages).map(ToolConversations::bytes).toList()).messages().stream()
                .map(ToolConversations::text)
                .toList();
    }

    private static List<String> diagnostics(String... messages) {
        return PairRepair.of(Stream.of(messages).map(ToolConversations::bytes).toList()).diagnostics().stream()
                .map(diagnostic ->
                        diagnostic.kind().word() + " " + diagnostic.messageId() + " " + diagnostic.toolCallId())
                .toList();
    }

    @Test
    void waitingUiPartBecomesFailedCall() {
        assertEquals(
                List.of(
                        "{'id':'m','parts':[ {'type':'tool-a','toolCallId':'c', 'state' : 'output-error' ,'input':{},'errorText':'"
                                + T + "'} ]}"),
                view(
                        "{'id':'m','parts':[ {'type':'tool-a','toolCallId':'c', 'state' : 'input-available' ,'input':{}} ]}"));
        assertEquals(
                List.of("call-without-result m null"),
                diagnostics("{'id':'m','parts':[{'type':'tool-a','state':'input-streaming'}]}"));
    }

    @Test
    void interruptedOpenAiCallIsAnsweredAfterOtherResults() {
        var call = "{'id':'m','role':'assistant','tool_calls':[{'id':'a'},{'id':'b'},{'id':'c'}],'createdAt':7}";
        var result = "{'id':'r','role':'tool','tool_call_id':'b','content':'v'}";
        var next = "{'id':'u','role':'user','content':'x'}";
        var late = "{'id':'l','role':'tool','tool_call_id':'c','content':'v'}";
        assertEquals(
                List.of(
                        call,
                        result,
                        "{'id':'interrupted_m','role':'tool','tool_call_id':'a','content':'" + T + "','createdAt':7}",
                        "{'id':'interrupted_m_2','role':'tool','tool_call_id':'c','content':'" + T + "','createdAt':7}",
                        next),
                view(call, result, next, late));
        assertEquals(
                List.of("call-without-result m a", "call-without-result m c", "result-without-call l c"),
                diagnostics(call, result, next, late));
        assertEquals(4, view(call, result).size());
    }

    @Test
    void anthropicResultIsInsertedIntoNextUserMessageOrNewOne() {
        var call = "{'id':'m','role':'assistant','content':[{'type':'tool_use','id':'a','name':'t'}]}";
        var block = "{'type':'tool_result','tool_use_id':'a','content':'" + T + "','is_error':true}";
        assertEquals(
                List.of(call, "{'id':'u','role':'user','content':[" + block + ", {'type':'text','text':'x'}]}"),
                view(call, "{'id':'u','role':'user','content':[ {'type':'text','text':'x'}]}"));
        assertEquals(
                List.of(
                        call,
                        "{'id':'u','role':'user','content':[" + block + ",{'type':'text','text':'x\\u00e9'}],'n':1}"),
                view(call, "{'id':'u','role':'user','content':'x\\u00e9','n':1}"));
        var made = "{'id':'interrupted_m','role':'user','content':[" + block + "]}";
        var answer = "{'id':'n','role':'assistant','content':'x'}";
        assertEquals(List.of(call, made, answer), view(call, answer));
        assertEquals(List.of(call, made), view(call));
        // The result of an unknown call is left out of the user message, and the created result is inserted.
        assertEquals(
                List.of(call, "{'id':'u','role':'user','content':[" + block + "]}"),
                view(call, "{'id':'u','role':'user','content':[{'type':'tool_result','tool_use_id':'z'}]}"));
    }

    @Test
    void parallelCallsMayBeSeparateMessagesExceptInOpenAi() {
        var a = "{'id':'m','content':[{'type':'function_call','call_id':'a'}]}";
        var b = "{'id':'n','content':[{'type':'function_call','call_id':'b'}]}";
        var result = "{'id':'r','content':[{'type':'function_call_output','call_id':'a'}]}";
        assertEquals(List.of("call-without-result n b"), diagnostics(a, b, result));
        assertEquals(List.of(a, b, result), view(a, b, result).subList(0, 3));
        // A second call with the same id counts as a retry, so the first one has no result. Without any result, all
        // calls are interrupted.
        assertEquals(List.of("call-without-result m a"), diagnostics(a, a.replace("'m'", "'n'"), result));
        assertEquals(List.of("call-without-result m a", "call-without-result n b"), diagnostics(a, b));
        var chat = "{'id':'m','tool_calls':[{'id':'a'}]}";
        var tool = "{'id':'r','role':'tool','tool_call_id':'a','content':'v'}";
        assertEquals(
                List.of("call-without-result m a", "result-without-call r a", "call-without-result n b"),
                diagnostics(chat, "{'id':'n','tool_calls':[{'id':'b'}]}", tool));
    }

    @Test
    void otherFormatsGetNewResultMessage() {
        assertEquals(
                "{'id':'interrupted_m','role':'tool','content':[{'type':'tool-result','toolCallId':'a','toolName':'t','output':{'type':'error-text','value':'"
                        + T + "'}}]}",
                view("{'id':'m','content':[{'type':'tool-call','toolCallId':'a','toolName':'t'}]}")
                        .get(1));
        assertEquals(
                "{'id':'interrupted_m','role':'tool','parts':[{'type':'function_call_output','call_id':'a','output':'"
                        + T + "'}]}",
                view("{'id':'m','parts':[{'type':'function_call','call_id':'a'}]}")
                        .get(1));
        assertEquals(
                "{'id':'interrupted_m','role':'tool','content':[{'type':'custom_tool_call_output','call_id':'a','output':'"
                        + T + "'},{'type':'function_call_output','call_id':'b','output':'" + T + "'}]}",
                view("{'id':'m','content':[{'type':'custom_tool_call','call_id':'a','name':'t','input':'x'},"
                                + "{'type':'function_call','call_id':'b'}]}")
                        .get(1));
        assertEquals(
                "{'id':'interrupted_m','name':'system','role':'system','content':[{'type':'tool_result','id':'a','name':'t','output':[{'type':'text','text':'"
                        + T + "'}]}]}",
                view("{'id':'m','name':'x','content':[{'type':'tool_use','id':'a','name':'t'}]}")
                        .get(1));
    }

    @Test
    void resultWithoutCallIsLeftOut() {
        assertEquals(List.of(), view("{'id':'r','role':'tool','tool_call_id':'a','content':'v'}"));
        assertEquals(
                List.of(),
                view(
                        "{'id':'r','role':'tool','content':[ {'type':'tool-result','toolCallId':'a'} , {'type':'tool-result','toolCallId':'b'} ]}"));
        assertEquals(
                List.of("{'id':'r','content':[ {'type':'text'} , 1 ]}"),
                view(
                        "{'id':'r','content':[ {'type':'tool_result','id':'a'}, {'type':'tool_result','id':'b'},{'type':'text'},{'type':'tool_result','id':'c'} , 1 ,{'type':'tool_result','id':'d'} ]}"));
        assertEquals(
                List.of("result-without-call r a"),
                diagnostics("{'id':'r','role':'tool','tool_call_id':'a','content':'v'}"));
    }

    @Test
    void emptyMessageIsKept() {
        assertEquals(List.of("{'id':'m','parts':[]}"), view("{'id':'m','parts':[]}"));
    }

    @Test
    void completeConversationIsUnchanged() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var messages = ToolConversations.whole(seed);
            var repaired = PairRepair.of(messages);
            assertEquals(List.of(), repaired.diagnostics());
            assertEquals(messages.size(), repaired.messages().size());
            for (int i = 0; i < messages.size(); i++) {
                assertSame(messages.get(i), repaired.messages().get(i));
            }
        });
    }

    @Test
    void repairedConversationHasResultsRightAfterCalls() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var messages = ToolConversations.broken(seed);
            var repaired = PairRepair.of(messages);
            checkValid(repaired.messages());
            assertEquals(List.of(), PairRepair.of(repaired.messages()).diagnostics());
            var kept = Collections.newSetFromMap(new IdentityHashMap<byte[], Boolean>());
            kept.addAll(repaired.messages());
            long changed =
                    messages.stream().filter(message -> !kept.contains(message)).count();
            assertTrue(changed <= repaired.diagnostics().size());
        });
    }

    private static void checkValid(List<byte[]> messages) {
        var open = new ArrayList<String>();
        for (var message : messages) {
            checkJson(message);
        }
        boolean answering = false;
        for (var message : messages) {
            var use = ToolUse.of(message);
            boolean waited = !open.isEmpty();
            answering |= !use.results().isEmpty();
            boolean calling = !answering && !use.calls().isEmpty();
            for (var id : use.results()) {
                assertTrue(open.remove(id), () -> "no call for " + ToolConversations.text(message));
            }
            assertTrue(
                    !waited || calling || !use.results().isEmpty(),
                    () -> "message between call and result: " + ToolConversations.text(message));
            assertTrue(open.isEmpty() || calling || use.calls().isEmpty());
            assertTrue(Collections.disjoint(open, use.calls()));
            open.addAll(use.calls());
            answering &= !open.isEmpty();
        }
        assertEquals(List.of(), open);
    }

    /** Checks that a request with this message would be accepted: valid JSON without duplicate keys. */
    static void checkJson(byte[] message) {
        var in = JsonInput.of(message);
        in.slice(Code.INVALID_MESSAGE);
        in.end();
    }

    @Test
    void repairInPiecesEqualsRepairOfWhole() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var messages = ToolConversations.broken(seed);
            var pieces = new RepairedPieces(pieces(messages, new Random(seed)));
            var view = all(pieces);
            var whole = PairRepair.of(messages);
            assertEquals(
                    whole.messages().stream().map(ToolConversations::text).toList(),
                    view.stream().map(ToolConversations::text).toList());
            assertEquals(whole.diagnostics(), pieces.diagnostics());
        });
    }

    @Test
    void randomBytesAreAccepted() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var messages = ToolConversations.broken(seed);
            messages.forEach(message -> message[random.nextInt(message.length)] = (byte) random.nextInt(256));
            PairRepair.of(messages);
        });
    }

    @Test
    void timeIsLinear() {
        CpuTime.assertAtMost(Duration.ofSeconds(20), () -> {
            var repaired = PairRepair.of(List.of(ToolConversations.many()));
            assertEquals(200_000, repaired.diagnostics().size());
        });
    }

    static History.Pieces pieces(List<byte[]> messages, Random random) {
        var at = new int[1];
        return () -> {
            int from = at[0];
            at[0] = Math.min(messages.size(), from + 1 + random.nextInt(3));
            return messages.subList(from, at[0]);
        };
    }

    static List<byte[]> all(History.Pieces pieces) {
        var all = new ArrayList<byte[]>();
        for (var piece = pieces.next(); !piece.isEmpty(); piece = pieces.next()) {
            all.addAll(piece);
        }
        assertEquals(List.of(), pieces.next());
        return all;
    }
}
