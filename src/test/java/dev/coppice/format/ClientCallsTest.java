package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Calls of OpenAI's own tools that the client executes, in everything that pairs calls with results. In JSON literals,
 * single quotes stand for double quotes.
 */
class ClientCallsTest {
    private static final String USER = "{'id':'u','role':'user','content':'?'}";

    /** The tools, with the output that is created for an interrupted call. */
    enum Tool {
        COMPUTER("computer_call", "'call_id':'c','output':{'type':'computer_screenshot','image_url':'data:image/png;"),
        LOCAL_SHELL("local_shell_call", "'id':'c','output':'" + Interruption.TEXT + "'}"),
        SHELL(
                "shell_call",
                "'call_id':'c','output':[{'stdout':'','stderr':'" + Interruption.TEXT
                        + "','outcome':{'type':'timeout'}}]}"),
        PATCH("apply_patch_call", "'call_id':'c','status':'failed','output':'" + Interruption.TEXT + "'}");

        private final String type;
        private final String interrupted;

        Tool(String type, String interrupted) {
            this.type = type;
            this.interrupted = "{'type':'" + type + "_output'," + interrupted;
        }

        private String callItem() {
            return "{'type':'" + type + "','id':'m','call_id':'c','status':'completed'}";
        }

        private String outputItem() {
            return "{'type':'" + type + "_output','id':'o','call_id':'c','status':'completed'}";
        }

        String call() {
            return message("m", "assistant", callItem());
        }

        String output() {
            return message("o", "tool", outputItem());
        }
    }

    private static String message(String id, String role, String item) {
        return "{'id':'" + id + "','role':'" + role + "','content':[" + item + "]}";
    }

    private static PairRepair.Repaired repaired(String... messages) {
        return PairRepair.of(Stream.of(messages).map(ToolConversations::bytes).toList());
    }

    private static List<String> texts(List<byte[]> messages) {
        return messages.stream().map(ToolConversations::text).toList();
    }

    private static List<String> converted(MessageFormat format, List<byte[]> messages) {
        var conversion = new Conversion(format, false, true);
        var converted = new ArrayList<byte[]>();
        messages.forEach(message -> converted.addAll(conversion.next(message)));
        converted.addAll(conversion.end());
        return texts(converted);
    }

    @ParameterizedTest
    @EnumSource
    void callAndOutputArePairedAndKept(Tool tool) {
        var uses = Stream.of(tool.call(), tool.output())
                .map(ToolConversations::bytes)
                .map(ToolUse::of)
                .toList();
        assertEquals(List.of(new ToolPairs.Pair("c", 0, 1)), ToolPairs.of(uses).pairs());
        var repaired = repaired(tool.call(), tool.output(), USER);
        assertEquals(List.of(tool.call(), tool.output(), USER), texts(repaired.messages()));
        assertEquals(List.of(), repaired.diagnostics());
    }

    @ParameterizedTest
    @EnumSource
    void outputWithoutCallIsLeftOut(Tool tool) {
        var repaired = repaired(USER, tool.output());
        assertEquals(List.of(USER), texts(repaired.messages()));
        assertEquals(List.of(new Diagnostic(Diagnostic.Kind.RESULT_WITHOUT_CALL, "o", "c")), repaired.diagnostics());
    }

    @ParameterizedTest
    @EnumSource
    void interruptedCallGetsAnOutputOfItsForm(Tool tool) {
        var repaired = repaired(tool.call(), USER);
        assertEquals(List.of(new Diagnostic(Diagnostic.Kind.CALL_WITHOUT_RESULT, "m", "c")), repaired.diagnostics());
        var messages = texts(repaired.messages());
        assertEquals(3, messages.size());
        var created = "{'id':'interrupted_m','role':'tool','content':[" + tool.interrupted;
        assertTrue(messages.get(1).startsWith(created), messages.get(1));
        assertEquals(List.of(), PairRepair.of(repaired.messages()).diagnostics());
        var items = converted(MessageFormat.OPENAI_RESPONSES, repaired.messages());
        assertEquals(tool.callItem(), items.get(0));
        assertTrue(items.get(1).startsWith(tool.interrupted), items.get(1));
        assertEquals(1, converted(MessageFormat.OPENAI, repaired.messages()).size());
    }

    /** A hosted shell runs between the calls of one response. */
    @ParameterizedTest
    @EnumSource
    void pairBetweenParallelCallsInterruptsNone(Tool tool) {
        var repaired = repaired(
                message("f", "assistant", "{'type':'function_call','id':'f','call_id':'a','name':'w'}"),
                tool.call(),
                tool.output(),
                message("g", "assistant", "{'type':'function_call','id':'g','call_id':'b','name':'w'}"),
                message("x", "tool", "{'type':'function_call_output','id':'x','call_id':'a'}"),
                message("y", "tool", "{'type':'function_call_output','id':'y','call_id':'b'}"));
        assertEquals(List.of(), repaired.diagnostics());
        assertEquals(6, repaired.messages().size());
    }

    @Test
    void createdOutputThatAClientStoresIsAnItemWithAnId() {
        var created = repaired(Tool.SHELL.call()).messages().get(1);
        var items = MessageItems.of(created).items();
        assertEquals("interrupted_m", items.get(0).id());
        assertTrue(ToolConversations.text(items.get(0).json()).contains("'id':'interrupted_m'"));
    }
}
