package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Items of OpenAI's API as messages, and messages as items. In JSON literals, single quotes stand for double quotes. */
class MessageItemsTest {
    private static final long NOW = 1_772_359_200_123L;

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8).replace('"', '\'');
    }

    /** The message that stores an item, as it is in the database. */
    private static byte[] stored(String item) {
        return ItemMessages.read(bytes(item), "/items/0", prefix -> prefix + "1")
                .message()
                .completed("unused", NOW)
                .json();
    }

    private static List<String> items(byte[] message) {
        return MessageItems.of(message).items().stream()
                .map(item -> text(item.json()))
                .toList();
    }

    private static String roundTrip(String item) {
        return items(stored(item)).get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'message','role':'user','content':[],'id':'a','status':'incomplete'}",
                "{ 'status' : 'completed', 'type':'message', 'role':'critic','content':[ {'type':'input_text','text':'\\u0041é'} ],'id':'a' }",
                "{'type':'message','role':'user','content':[{'type':'new_part','x':1.50}],'id':'a','status':'completed','phase':'final_answer'}",
                "{'type':'message','role':'user','content':[],'id':'a','status':'x','createdAt':'2026-03-01T10:00:00.000Z'}",
                "{'type':'message','role':'user','content':[],'id':'a','status':'x','createdAt':'2026-03-01T10:00:00.000Z'  }",
                "{'type':'message','role':'user','content':[],'id':'a','status':'x','createdAt':1772359200123}",
                "{'type':'function_call','id':'fc','call_id':'c','name':'w','arguments':'{ }','status':'in_progress'}",
                "{'id':'r','type':'reasoning','summary':[],'encrypted_content':'e'}",
                "{'type':'mcp_list_tools','id':'m','server_label':'s','tools':[{'name':'t','createdAt':'2026-03-01T10:00:00.000Z'}]}",
                "{'type':'a-new-type','id':'n','content':[{'type':'x'}],'role':7, 'createdAt' : 'never'}",
                "{'id':'i','type':'image_generation_call','result':'iVBOR','status':'completed'}"
            })
    void completeItemIsReturnedByteForByte(String item) {
        assertEquals(item, roundTrip(item));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "'2026-03-01T10:00:00.000Z'", "'2026-03-01T10:00:00Z'", "1772359200123", "7.5"})
    void timeOfAnItemIsReturnedByteForByte(String time) {
        var member = "'createdAt':" + time;
        for (var type : List.of(
                "'type':'message','status':'x','role':'user','content':[],'id':'a'",
                "'type':'function_call','status':'x','call_id':'c','id':'a'")) {
            var last = "{" + type + "," + member + "}";
            assertEquals(last, roundTrip(last));
            var first = "{" + member + "," + type + "}";
            assertEquals(first, roundTrip(first));
            var middle = "{" + type.replace("'status'", member + ",'status'") + "}";
            assertEquals(middle, roundTrip(middle));
        }
    }

    /** Message items with parts or members by which other APIs' messages are recognized. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'message','role':'assistant','content':[{'type':'tool_note','text':'a'}],'id':'a','status':'completed','phase':'commentary'}",
                "{'type':'message','role':'user','content':[{'type':'thinking','thinking':'a'}],'id':'a','status':'x','n':1.50}",
                "{'type':'message','role':'critic','content':[{'type':'tool_use','id':'a','name':'w','input':{}}],'id':'a','status':'x'}",
                "{'type':'message','role':'user','content':[],'id':'a','status':'x','stop_reason':'end_turn'}",
                "{'type':'message','role':'user','content':[],'id':'a','status':'x','createdAt':'yesterday'}",
                "{'type':'message','role':'user','content':[],'id':'a','status':'x','createdAt':[]}",
                "{'type':'message','role':'user','content':[],'id':'a','status':'x','tool_calls':'none'}",
                "{'type':'message','role':'user','content':[],'id':'a','status':'x','tool_calls':[{'id':'c'}]}",
                "{'type':'message','role':'user','content':[],'id':'a','status':'x','parts':{},'createdAt':'2026-03-01T10:00:00.000Z'}"
            })
    void messageItemOfAnotherFormIsReturnedByteForByte(String item) {
        assertEquals(item, roundTrip(item));
        var message = ParsedMessage.of(stored(item));
        assertEquals(ParsedMessage.of(bytes(item)).role(), message.role());
    }

    @Test
    void textOfAMessageItemOfAnotherFormIsFound() {
        var item =
                "{'type':'message','role':'user','content':[{'type':'input_text','text':'Kyoto?'},{'type':'tool_note','x':1}],'id':'a','phase':'commentary'}";
        var stored = stored(item);
        assertEquals(
                "Kyoto?",
                ItemMessages.read(bytes(item), "", prefix -> prefix).message().preview());
        for (var format : List.of(MessageFormat.OPENAI, MessageFormat.ANTHROPIC)) {
            var converted = new Conversion(format, true, true);
            var turn = new ArrayList<>(converted.next(stored));
            turn.addAll(converted.end());
            assertEquals(1, turn.size());
            assertTrue(text(turn.get(0)).contains("Kyoto?"), text(turn.get(0)));
            assertTrue(text(turn.get(0)).contains("'role':'user'"), text(turn.get(0)));
        }
        var responses = new Conversion(MessageFormat.OPENAI_RESPONSES, true, true);
        var input = new ArrayList<>(responses.next(stored));
        input.addAll(responses.end());
        assertEquals(
                List.of("{'type':'message','role':'user','content':'Kyoto?'}"),
                input.stream().map(MessageItemsTest::text).toList());
        assertEquals("tool_note", responses.diagnostics().get(0).detail());
    }

    /** OpenAI's chat messages and UI messages of the AI SDK may be added; they are returned converted. */
    @Test
    void messageOfAnotherApiIsAllItsItems() {
        assertEquals(
                2,
                items(stored(
                                "{'role':'assistant','content':null,'tool_calls':[{'id':'c','type':'function','function':{'name':'w','arguments':'{}'}},"
                                        + "{'id':'d','type':'function','function':{'name':'w','arguments':'{}'}}]}"))
                        .size());
        assertEquals(
                1,
                items(stored("{'role':'user','parts':[{'type':'text','text':'a'}]}"))
                        .size());
    }

    /** Also with a text, a chat message is the items of its text and its calls, in lists as in turns. */
    @Test
    void chatMessageWithTextAndCallIsSeveralItems() {
        var stored = stored("{'role':'assistant','content':'I look.','tool_calls':[{'id':'c','type':'function',"
                + "'function':{'name':'w','arguments':'{}'}}]}");
        assertEquals(
                List.of(
                        "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'I look.','annotations':[],'logprobs':[]}],"
                                + "'id':'msg_1','status':'completed'}",
                        "{'type':'function_call','call_id':'c','name':'w','arguments':'{}','id':'msg_1~2','status':'completed'}"),
                items(stored));
        var conversion = new Conversion(MessageFormat.OPENAI_RESPONSES, false, true);
        var input = new ArrayList<>(conversion.next(stored));
        input.addAll(conversion.next(bytes("{'id':'t','role':'tool','tool_call_id':'c','content':'20'}")));
        input.addAll(conversion.end());
        assertEquals(
                List.of(
                        "{'type':'message','role':'assistant','content':'I look.'}",
                        "{'type':'function_call','call_id':'c','name':'w','arguments':'{}'}",
                        "{'type':'function_call_output','call_id':'c','output':'20'}"),
                input.stream().map(MessageItemsTest::text).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'role':'user','content':null}|/content",
                "{'role':'user','parts':[]}|/content",
                "{'role':'user','content':7}|/content",
                "{'type':''}|/type",
                "{'role':7,'content':[{'type':'thinking'}]}|/role",
                "{'type':'message','content':[{'type':'thinking'}]}|/role",
                "{'type':'item_reference'}|/id",
                "{'type':'item_reference','id':7}|/id"
            },
            quoteCharacter = '`')
    void whatCannotBeReturnedIsRefused(String item, String pointer) {
        assertEquals(
                "/items/0" + pointer,
                assertThrows(Problem.class, () -> stored(item)).errors().get(0).pointer());
    }

    @Test
    void membersThatOpenAiFillsAreAdded() {
        assertEquals(
                "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'a','annotations':[],'logprobs':[]},"
                        + "{'type':'refusal','refusal':'no'}],'id':'msg_1','status':'completed'}",
                roundTrip(
                        "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'a'},{'type':'refusal','refusal':'no'}]}"));
        assertEquals(
                "{'type':'function_call','call_id':'c','name':'w','arguments':'','id':'fc_1','status':'completed'}",
                roundTrip("{'type':'function_call','call_id':'c','name':'w','arguments':'','id':null,'status':null}"));
        assertEquals("{'type':'reasoning','summary':[],'id':'rs_1'}", roundTrip("{'type':'reasoning','summary':[]}"));
        assertEquals("{'type':'mcp_approval_request','id':'mar_1'}", roundTrip("{'type':'mcp_approval_request'}"));
    }

    @Test
    void textBecomesAPart() {
        assertEquals(
                "{'type':'message','role':'user','content':[{'type':'input_text','text':'a\\n'}],'id':'msg_1','status':'completed'}",
                roundTrip("{'role':'user','content':'a\\n'}"));
        assertEquals(
                "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'a','annotations':[],'logprobs':[]}],"
                        + "'id':'x','status':'completed'}",
                roundTrip("{'type':null,'role':'assistant','content':'a','id':'x'}"));
    }

    @Test
    void messageIsStoredAsItIs() {
        assertEquals(
                "{'type':'message','role':'user','content':[{'type':'input_text','text':'a'}],'id':'msg_1',"
                        + "'createdAt':'2026-03-01T10:00:00.123Z'}",
                text(stored("{'type':'message','role':'user','content':[{'type':'input_text','text':'a'}]}")));
    }

    @ParameterizedTest
    @CsvSource({
        "function_call,assistant,fc_1",
        "function_call_output,tool,fco_1",
        "reasoning,assistant,rs_1",
        "web_search_call,assistant,ws_1",
        "custom_tool_call_output,tool,ctco_1",
        "compaction,assistant,cmp_1",
        "1,assistant,item_1"
    })
    void otherItemIsTheOnlyPartOfAMessage(String type, String role, String id) {
        assertEquals(
                "{'id':'" + id + "','role':'" + role + "','content':[{'type':'" + type + "','id':'" + id
                        + "'}],'createdAt':'2026-03-01T10:00:00.123Z'}",
                text(stored("{'type':'" + type + "'}")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{'type':7}", "{'content':'a'}", "{'role':'user'}", "{'type':'message','content':'a'}"})
    void itemWithoutTypeAndMessageWithoutContentAreRefused(String item) {
        assertEquals(
                Problem.Code.INVALID_MESSAGE,
                assertThrows(Problem.class, () -> stored(item)).code());
    }

    @Test
    void referenceHasAnIdOnly() {
        assertEquals("m", reference("{'type':'item_reference','id':'m'}"));
        assertEquals("m", reference("{'id':'m'}"));
        assertNull(reference("{'id':'m','role':'user','content':'x'}"));
        assertNull(reference("{'id':'m','type':'reasoning'}"));
    }

    private static String reference(String item) {
        return ItemMessages.read(bytes(item), "", prefix -> prefix).reference();
    }

    @Test
    void messagesOfOtherFormatsAreConverted() {
        assertEquals(
                List.of(
                        "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'I look.','annotations':[],'logprobs':[]}],"
                                + "'id':'m','status':'completed'}",
                        "{'type':'function_call','call_id':'c1','name':'w','arguments':'{}','id':'m~2','status':'completed'}",
                        "{'type':'function_call','call_id':'c2','name':'w','arguments':'{}','id':'m~3','status':'completed'}",
                        "{'type':'function_call_output','call_id':'c1','output':'1','id':'m~4','status':'completed'}",
                        "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'Done.','annotations':[],'logprobs':[]}],"
                                + "'id':'m~5','status':'completed'}"),
                items(
                        bytes(
                                """
                                {'id':'m','role':'assistant','parts':[{'type':'text','text':'I look.'},\
                                {'type':'tool-w','toolCallId':'c1','state':'output-available','input':{},'output':'1'},\
                                {'type':'tool-w','toolCallId':'c2','state':'input-available','input':{}},\
                                {'type':'text','text':'Done.'}],'createdAt':'2026-03-01T10:00:00.000Z'}""")));
        assertEquals(
                List.of("{'type':'function_call_output','call_id':'c','output':'20','id':'t','status':'completed'}"),
                items(bytes("{'id':'t','role':'tool','tool_call_id':'c','content':'20'}")));
        assertEquals(List.of(), items(bytes("{'id':'e','role':'user','parts':[]}")));
    }

    /** Anthropic's messages have the same type as items. */
    @Test
    void messageOfAnthropicIsNoItem() {
        var content =
                "{'id':'m','type':'message','role':'assistant','content':[{'type':'text','text':'a'}],'stop_reason':'end_turn'}";
        assertEquals(
                List.of(
                        "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'a','annotations':[],'logprobs':[]}],"
                                + "'id':'m','status':'completed'}"),
                items(bytes(content)));
    }

    @Test
    void idOfAFurtherItemNamesItsMessage() {
        assertEquals(Optional.of("m"), MessageItems.messageOf("m~2"));
        assertEquals(Optional.of("m~2"), MessageItems.messageOf("m~2~17"));
        assertEquals(Optional.of("m"), MessageItems.messageOf("m~10"));
        assertEquals(Optional.of("m"), MessageItems.messageOf("m~1234567"));
        for (var other : List.of("m", "~2", "m~", "m~x", "m~02", "m~0", "m~1", "m~12345678")) {
            assertEquals(Optional.empty(), MessageItems.messageOf(other), other);
        }
    }

    /** A turn gives back the items, in the order in which a model and its tools have written them. */
    @Test
    void conversionGivesItemsBack() {
        var items = List.of(
                "{'type':'message','role':'developer','content':[{'type':'input_text','text':'Be brief.'}],'id':'d'}",
                "{'type':'message','role':'user','content':[{'type':'input_text','text':'?'},{'type':'input_image','image_url':'https://x.example/a.png'}],'id':'u'}",
                "{'type':'reasoning','id':'rs1','summary':[]}",
                "{'type':'function_call','id':'f1','call_id':'c1','name':'w','arguments':'{ }','status':'completed'}",
                "{'type':'web_search_call','id':'ws','status':'completed','action':{'type':'search','query':'q'}}",
                "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'wait','annotations':[]}],'id':'w','phase':'commentary'}",
                "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'more','annotations':[]}],'id':'w2','status':'completed'}",
                "{'type':'image_generation_call','id':'ig','result':'iVBOR','status':'completed'}",
                "{'type':'function_call','id':'f2','call_id':'c2','name':'w','arguments':'{}'}",
                "{'type':'custom_tool_call','id':'k','call_id':'c3','name':'sh','input':'ls'}",
                "{'type':'custom_tool_call_output','id':'ko','call_id':'c3','output':'a'}",
                "{'type':'function_call_output','id':'o2','call_id':'c2','output':[{'type':'input_text','text':'2'}]}",
                "{'type':'function_call_output','id':'o1','call_id':'c1','output':'1'}",
                "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'Done.','annotations':[]},{'type':'refusal','refusal':'no'}],'id':'a','phase':'final_answer'}");
        var repaired =
                PairRepair.of(items.stream().map(MessageItemsTest::stored).toList());
        assertEquals(List.of(), repaired.diagnostics());
        var conversion = new Conversion(MessageFormat.OPENAI_RESPONSES, true, true);
        var input = new ArrayList<byte[]>();
        repaired.messages().forEach(message -> input.addAll(conversion.next(message)));
        input.addAll(conversion.end());
        assertEquals(
                String.join("\n", items),
                String.join("\n", input.stream().map(MessageItemsTest::text).toList()));
        assertEquals(List.of(), conversion.diagnostics());
    }
}
