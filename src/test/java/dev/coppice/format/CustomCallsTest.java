package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Converts calls of OpenAI's custom tools, whose input is a text. Only OpenAI has such tools. In JSON literals, single
 * quotes stand for double quotes.
 */
class CustomCallsTest {
    private static final String ASKED = "{'id':'q','role':'user','content':'?'}";
    private static final String ITEM = "{'type':'custom_tool_call','call_id':'c1','name':'sh','input':'42'}";
    private static final String OUTPUT = "{'type':'custom_tool_call_output','call_id':'c1','output':'v'}";
    private static final List<String> PARTS = List.of(
            ASKED,
            "{'id':'a','role':'assistant','content':[" + ITEM.replace("'name'", "'id':'k','name'") + "]}",
            "{'id':'r','role':'tool','content':[" + OUTPUT + "]}");

    private static final String CALL = "{'id':'c1','type':'custom','custom':{'name':'sh','input':'ls \\u20ac'}}";
    private static final List<String> CHAT = List.of(
            ASKED,
            "{'id':'a','role':'assistant','content':null,'tool_calls':[" + CALL + "]}",
            "{'id':'r','role':'tool','tool_call_id':'c1','content':'v'}");

    private final List<Diagnostic.Kind> reports = new ArrayList<>();

    private String convert(MessageFormat format, List<String> messages) {
        var conversion = new Conversion(format, true, true);
        var out = new ArrayList<byte[]>();
        messages.forEach(message -> out.addAll(conversion.next(MessageForms.bytes(message))));
        out.addAll(conversion.end());
        conversion.diagnostics().forEach(report -> reports.add(report.kind()));
        return String.join("\n", out.stream().map(ToolConversations::text).toList());
    }

    @Test
    void callIsKeptInItsFormat() {
        assertEquals(
                "{'type':'message','role':'user','content':'?'}\n" + ITEM + "\n" + OUTPUT,
                convert(MessageFormat.OPENAI_RESPONSES, PARTS));
        var chat = convert(MessageFormat.OPENAI, CHAT);
        assertTrue(chat.contains("'tool_calls':[" + CALL + "]"), chat);
        assertEquals(List.of(), reports);
    }

    /** The text becomes a member even if it looks like JSON, so that a model sees the same arguments in each call. */
    @Test
    void inputIsWrappedInOtherFormats() {
        var blocks = convert(MessageFormat.ANTHROPIC, PARTS);
        assertTrue(blocks.contains("{'type':'tool_use','id':'c1','name':'sh','input':{'input':'42'}}"), blocks);
        var items = convert(MessageFormat.OPENAI_RESPONSES, CHAT);
        assertTrue(items.contains("{'type':'function_call','call_id':'c1','name':'sh','arguments':"), items);
        assertTrue(items.contains("{'type':'function_call_output','call_id':'c1','output':'v'}"), items);
        assertEquals(List.of(Diagnostic.Kind.INPUT_WRAPPED, Diagnostic.Kind.INPUT_WRAPPED), reports);
        var parts = convert(MessageFormat.AI_SDK, PARTS);
        assertTrue(parts.contains("'input':'42'"), parts);
        assertEquals(2, reports.size());
    }

    /** A call with an id that occurred before is written anew, as a call of a function; so its result is one, too. */
    @Test
    void resultHasTheTypeOfItsCall() {
        var call = "{'id':'k%d','role':'assistant','content':[" + ITEM.replace("{", "{'id':'k%<d',") + "]}";
        var output = "{'id':'o%d','role':'tool','content':[" + OUTPUT.replace("{", "{'id':'o%<d',") + "]}";
        var items = convert(
                        MessageFormat.OPENAI_RESPONSES,
                        List.of(ASKED, call.formatted(1), output.formatted(1), call.formatted(2), output.formatted(2)))
                .split("\n");
        assertEquals(ITEM.replace("{", "{'id':'k1',"), items[1]);
        assertEquals(OUTPUT.replace("{", "{'id':'o1',"), items[2]);
        assertTrue(items[3].startsWith("{'type':'function_call','call_id':'c1_"), items[3]);
        assertTrue(items[4].startsWith("{'type':'function_call_output','call_id':'c1_"), items[4]);
        var mixed = convert(MessageFormat.OPENAI_RESPONSES, List.of(PARTS.get(0), PARTS.get(1), CHAT.get(2)));
        assertTrue(mixed.endsWith(OUTPUT), mixed);
    }

    @Test
    void messageOfAnItemAloneKeepsTheType() {
        for (var message : PARTS.subList(1, 3)) {
            var item = MessageItems.of(MessageForms.bytes(message)).items().get(0);
            assertTrue(ToolConversations.text(item.json()).startsWith("{'type':'custom_tool_call"));
        }
    }

    @Test
    void outputAloneKeepsTheTypeEvenIfItMustBeWrittenAnew() {
        for (var output : List.of("'output':''", "'output':[{'type':'input_text','text':' '}]", "'more':1")) {
            var message = "{'id':'r','role':'tool','content':[" + OUTPUT.replace("'output':'v'", output) + "]}";
            var item = MessageItems.of(MessageForms.bytes(message)).items().get(0);
            var text = ToolConversations.text(item.json());
            assertTrue(text.startsWith("{'type':'custom_tool_call_output','call_id':'c1'"), text);
        }
    }

    @Test
    void callAloneThatIsStoredForChatIsAFunctionCall() {
        var item = MessageItems.of(MessageForms.bytes(CHAT.get(1))).items().get(0);
        var text = ToolConversations.text(item.json());
        assertTrue(text.contains("'type':'function_call'"), text);
        assertTrue(text.contains("'arguments':'{\\'input\\':\\'ls "), text);
    }

    /** Only the type {@code custom} has its call in the member {@code custom}; elsewhere it is any other member. */
    @Test
    void otherCallsMayHaveAMemberCustom() {
        var call = "{'id':'c1','name':'weather','args':{'city':'Kyoto'},'type':'tool_call','custom':{'traceId':'x'}}";
        var chat = convert(
                MessageFormat.ANTHROPIC,
                List.of(
                        ASKED,
                        "{'id':'a','role':'assistant','content':null,'tool_calls':[" + call + "]}",
                        CHAT.get(2)));
        assertTrue(chat.contains("'id':'c1','name':'weather','input':{'city':'Kyoto'}}"), chat);
    }
}
