package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.coppice.support.CpuTime;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolUseTest {
    /** Lists the ids of the results, a slash, and the ids of the calls. */
    private static String use(String message) {
        var use = ToolUse.of(ToolConversations.bytes(message));
        return String.join(" ", use.results()) + "/" + String.join(" ", use.calls());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // AI SDK, UI messages
                "{'parts':[{'type':'tool-a','toolCallId':'c','state':'output-available','input':{},'output':1}]} | /",
                "{'parts':[{'type':'tool-a','toolCallId':'c','state':'output-error','errorText':'x'}]} | /",
                "{'parts':[{'type':'tool-a','toolCallId':'c','state':'output-denied'}]} | /",
                "{'parts':[{'type':'tool-a','toolCallId':'c','state':'input-streaming'}]} | /c",
                "{'parts':[{'type':'tool-a','toolCallId':'c','state':'input-available'}]} | /c",
                "{'parts':[{'state':'input-available','toolCallId':'c','type':'dynamic-tool'}]} | /c",
                "{'parts':[{'type':'tool-a','toolCallId':'c','output':'x'}]} | /",
                "{'parts':[{'type':'tool-a','toolCallId':'c','input':{}}]} | /c",
                "{'parts':[{'type':'tool-call','toolCallId':'c','state':'output-available','output':1}]} | /",
                // AI SDK, model messages
                "{'content':[{'type':'tool-call','toolCallId':'c'},{'type':'tool-call','toolCallId':'d'}]} | /c d",
                "{'role':'tool','content':[{'type':'tool-result','toolCallId':'c'},{'type':'tool-result','toolCallId':'d'}]} | c d/",
                "{'content':[{'type':'tool-call','toolCallId':'c'},{'type':'tool-result','toolCallId':'c'}]} | /",
                "{'content':[{'type':'tool-approval-request','toolCallId':'c','approvalId':'a'}]} | /",
                // OpenAI
                "{'role':'assistant','content':null,'tool_calls':[{'id':'c','function':{'name':'f'}},{'id':'d'}]} | /c d",
                "{'tool_call_id':'c','role':'tool','content':[{'type':'text','text':'x'}]} | c/",
                "{'content':[{'type':'function_call','call_id':'c','id':'fc'}]} | /c",
                "{'content':[{'type':'function_call_output','call_id':'c'}]} | c/",
                "{'content':[{'type':'custom_tool_call','call_id':'c','id':'ctc'}]} | /c",
                "{'content':[{'type':'custom_tool_call_output','call_id':'c'}]} | c/",
                "{'content':[{'type':'computer_call','call_id':'c','id':'cu'}]} | /c",
                "{'content':[{'type':'computer_call_output','call_id':'c'}]} | c/",
                "{'content':[{'type':'shell_call','call_id':'c'}]} | /c",
                "{'content':[{'type':'shell_call_output','call_id':'c','id':'so'}]} | c/",
                "{'content':[{'type':'apply_patch_call','call_id':'c'}]} | /c",
                "{'content':[{'type':'apply_patch_call_output','call_id':'c'}]} | c/",
                "{'content':[{'type':'local_shell_call','call_id':'c','id':'lsh'}]} | /c",
                "{'content':[{'type':'local_shell_call_output','id':'c','output':'x'}]} | c/",
                "{'content':[{'type':'local_shell_call_output','id':'o','call_id':'c'}]} | c/",
                "{'content':[{'type':'shell_call','call_id':'c'},{'type':'shell_call_output','call_id':'c'}]} | /",
                // Anthropic and AgentScope
                "{'role':'assistant','content':[{'type':'text','text':'x'},{'type':'tool_use','id':'c'}]} | /c",
                "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c','content':[{'type':'tool_use','id':'x'}]}]} | c/",
                "{'role':'system','name':'system','content':[{'type':'tool_result','id':'c','output':'x'}]} | c/",
                // Call and result in one message
                "{'content':[{'type':'tool_result','tool_use_id':'c'},{'type':'tool_use','id':'c'}]} | c/c",
                "{'content':[{'type':'tool_use','id':'c'},{'type':'tool_use','id':'c'},{'type':'tool_result','id':'c'}]} | /c",
                "{'content':[{'type':'tool_use','id':'c'}],'tool_calls':[{'id':'c'},{'id':'d'}]} | /c d",
                "{'content':[{'type':'\\u0074ool_use','id':'c'}]} | /c"
            })
    void callsAndResultsAreFoundInEveryFormat(String message, String expected) {
        assertEquals(expected, use(message));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "tool",
                "{'tool':",
                "['tool_use']",
                "{'parts':'tool_use'}",
                "{'parts':[1,'tool_use',null,['tool_use'],{}]}",
                "{'content':[{'type':['tool_use'],'id':'c'}]}",
                "{'content':[{'type':'tool_use','id':7},{'type':'tool_use'},{'type':'tool_result','id':{}}]}",
                "{'content':[{'type':'shell_call','id':'s'},{'type':'computer_call_output','id':'o','call_id':7}]}",
                "{'content':[{'type':'web_search_call','id':'w','call_id':'c'}]}",
                "{'tool_calls':{'id':'c'}}",
                "{'tool_calls':[{'id':null}]}",
                "{'role':'tool','content':'x'}",
                "{'role':'tool','tool_call_id':7,'content':'x'}",
                "{'role':'user','tool_call_id':'c','content':'x'}"
            })
    void malformedPartIsNotACall(String message) {
        assertEquals("/", use(message));
    }

    @Test
    void messageWithoutToolsNeedsNothing() {
        assertSame(ToolUse.NONE, ToolUse.of(ToolConversations.bytes("{'role':'user','content':'hello'}")));
    }

    @Test
    void resultAnswersLastOpenCallWithItsId() {
        var call = new ToolUse(List.of(), List.of("c"));
        var result = new ToolUse(List.of("c"), List.of());
        var pairs = ToolPairs.of(List.of(call, call, result, result, result, call));
        assertEquals(List.of(new ToolPairs.Pair("c", 1, 2), new ToolPairs.Pair("c", 0, 3)), pairs.pairs());
        assertEquals(List.of(new ToolPairs.Single("c", 4)), pairs.orphans());
        assertEquals(List.of(new ToolPairs.Single("c", 5)), pairs.waiting());
    }

    @Test
    void completeConversationHasOnlyPairs() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var pairs = ToolPairs.of(
                    ToolConversations.whole(seed).stream().map(ToolUse::of).toList());
            assertTrue(pairs.waiting().isEmpty() && pairs.orphans().isEmpty(), pairs::toString);
        });
    }

    @Test
    void randomBytesAreAccepted() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            for (var message : ToolConversations.broken(seed)) {
                message[1 + random.nextInt(message.length - 1)] = (byte) random.nextInt(256);
                ToolUse.of(message);
            }
        });
    }

    @Test
    void timeIsLinearAndDeepNestingIsAccepted() {
        CpuTime.assertAtMost(Duration.ofSeconds(20), () -> {
            assertEquals(100_000, ToolUse.of(ToolConversations.many()).calls().size());
            var deep = "{'parts':[{'type':'tool-a','state':'output-available','toolCallId':'c','output':"
                    + "[".repeat(900) + "]".repeat(900) + "}]}";
            assertSame(ToolUse.NONE, ToolUse.of(ToolConversations.bytes(deep)));
        });
    }
}
