package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reasoning, tool inputs and tool outputs are searchable and rank below message text. */
class SearchToolTextIT extends SearchApi {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'role':'assistant','parts':[{'type':'reasoning','text':'think WORD'}]}",
                "{'role':'assistant','parts':[{'type':'tool-weather','toolCallId':'c','state':'output-available',"
                        + "'input':{'city':'WORD'},'output':{'sky':'blue'}}]}",
                "{'role':'assistant','parts':[{'type':'tool-weather','toolCallId':'c','state':'output-available',"
                        + "'input':{'city':'x'},'output':{'sky':['a',{'b':'WORD here'}]}}]}",
                "{'role':'assistant','parts':[{'type':'dynamic-tool','toolName':'t','toolCallId':'c',"
                        + "'state':'output-available','input':{'a':'WORD'},'output':'x'}]}",
                "{'role':'assistant','content':null,'tool_calls':[{'id':'c','type':'function',"
                        + "'function':{'name':'f','arguments':'{\\'city\\':\\'WORD\\'}'}}]}",
                "{'role':'tool','tool_call_id':'c','content':'it is WORD'}",
                "{'role':'assistant','content':[{'type':'tool_use','id':'c','name':'f','input':{'q':'WORD'}}]}",
                "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c','content':'a WORD b'}]}",
                "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c',"
                        + "'content':[{'type':'text','text':'WORD'}]}]}",
                "{'role':'assistant','content':[{'type':'thinking','thinking':'hm WORD','signature':'s'}]}",
                "{'role':'assistant','reasoning_content':'hm WORD','content':'yes'}"
            })
    void reasoningAndToolTextRankBelowMessageText(String message) {
        var word = uniqueWord();
        var aside = message.replace('\'', '"').replace("\\\"", "\\\"").replace("WORD", word + " " + word);
        var id = session();
        append(id, withId("aside", aside)).expect(201);
        append(id, message("hay", "hay")).expect(201);
        append(
                        id,
                        message(
                                "said",
                                "long ago and far away somebody said " + word + " and then, at great length, "
                                        + "spoke of so many other things that the one word was hardly heard: "
                                        + "blah ".repeat(200)))
                .expect(201);
        awaitIndexed();
        var answer = search(id, word);
        assertEquals(List.of("said", "aside"), exactHits(answer));
        assertTrue(answer.at("/items/1/snippet").contains("<mark>" + word + "</mark>"), answer.toString());
    }

    private static String withId(String id, String message) {
        return "{\"id\":\"" + id + "\"," + message.substring(1);
    }
}
