package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.coppice.support.CpuTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Converts single messages. In JSON literals, single quotes stand for double quotes. */
class ConversionTest {
    private static final String ASKED = "{'id':'q','role':'user','content':'?'}";

    private final List<Diagnostic> diagnostics = new ArrayList<>();

    private String convert(MessageFormat format, String... messages) {
        var conversion = new Conversion(format, true, true);
        var out = new ArrayList<byte[]>();
        for (var message : messages) {
            out.addAll(conversion.next(message.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        }
        out.addAll(conversion.end());
        diagnostics.addAll(conversion.diagnostics());
        return out.stream()
                .map(message -> new String(message, StandardCharsets.UTF_8).replace('"', '\''))
                .collect(Collectors.joining("\n"));
    }

    private String diagnostics() {
        return diagnostics.stream()
                .map(diagnostic -> diagnostic.kind().word() + " " + diagnostic.messageId() + " "
                        + diagnostic.toolCallId() + " " + diagnostic.detail())
                .collect(Collectors.joining("\n"));
    }

    /** All members are kept, except those that OpenAI refuses. */
    @Test
    void openAiMessagesAreKeptInOpenAi() {
        var call =
                "{'id':'c1','type':'function','function':{'name':'w','arguments':'{ }'},'extra_content':{'google':{'thought_signature':'s'}}}";
        var picture = "{'type':'image_url','image_url':{'url':'https://x.example/a.png','detail':'low'}}";
        assertEquals(
                """
                {'role':'user','content':[{'type':'text','text':'See'},%s]}
                {'role':'assistant','content':null,'tool_calls':[%s]}
                {'role':'tool','tool_call_id':'c1','content':'v'}
                {'role':'assistant','content':'Done.'}"""
                        .formatted(picture, call),
                convert(
                        MessageFormat.OPENAI,
                        "{'id':'q','role':'user','content':[{'type':'text','text':'See'}," + picture + "]}",
                        "{'id':'a','role':'assistant','content':null,'tool_calls':[" + call + "]}",
                        "{'id':'r','role':'tool','tool_call_id':'c1','content':'v'}",
                        "{'id':'b','role':'assistant','content':'Done.','createdAt':1}"));
        assertEquals("", diagnostics());
    }

    @Test
    void anthropicMessagesAreKeptInAnthropic() {
        var asked = "[{'type':'text','text':'Hi','cache_control':{'type':'ephemeral'}},"
                + "{'type':'document','source':{'type':'file','file_id':'f'}}]";
        var answer = "[{'type':'thinking','thinking':'hm','signature':'s'},{'type':'redacted_thinking','data':'x'},"
                + "{'type':'text','text':'I look.'},{'type':'tool_use','id':'t1','name':'w','input':{'a':1.50}},"
                + "{'type':'tool_use','id':'t2','name':'w','input':{}}]";
        var results =
                "[{'type':'tool_result','tool_use_id':'t1','content':[{'type':'text','text':'v'}],'cache_control':{'type':'ephemeral'}},"
                        + "{'type':'tool_result','tool_use_id':'t2','is_error':true,'content':'no'},{'type':'text','text':'Well?'}]";
        assertEquals(
                "{'role':'user','content':" + asked + "}\n{'role':'assistant','content':" + answer
                        + "}\n{'role':'user','content':" + results + "}",
                convert(
                        MessageFormat.ANTHROPIC,
                        "{'id':'q','role':'user','content':" + asked + "}",
                        "{'id':'a','role':'assistant','content':" + answer + "}",
                        "{'id':'r','role':'user','content':" + results + "}"));
        assertEquals("", diagnostics());
    }

    @Test
    void aiSdkMessagesAreKeptInAiSdk() {
        var asked =
                "{'id':'q','role':'user','parts':[{'type':'text','text':'Hi'},{'type':'file','mediaType':'x/y','url':'https://x.example'},"
                        + "{'type':'data-d','data':1}],'createdAt':'now','metadata':{'n':1.50},'own':[]}";
        var answer =
                "{'id':'a','role':'assistant','parts':[{'type':'step-start'},{'type':'reasoning','text':'hm','state':'done'},"
                        + "{'type':'dynamic-tool','toolName':'a b','toolCallId':'c:1','state':'output-available','input':[1],'output':{'n':1.50}},"
                        + "{'type':'tool-w','toolCallId':'c2','state':'output-error','input':{},'errorText':'no'},"
                        + "{'type':'step-start'},{'type':'text','text':'Done.','state':'done'},{'type':'source-url','sourceId':'s','url':'https://x.example'}]}";
        assertEquals(asked + "\n" + answer, convert(MessageFormat.AI_SDK, asked, answer));
        assertEquals("", diagnostics());
    }

    @Test
    void responsesItemsAreKeptInOpenAiResponses() {
        var reasoning = "{'type':'reasoning','id':'rs','summary':[],'encrypted_content':'e'}";
        assertEquals(
                """
                {'type':'message','role':'user','content':'?'}
                %s
                {'type':'function_call','call_id':'c1','name':'w','arguments':'{}'}
                {'type':'function_call_output','call_id':'c1','output':'v'}
                {'type':'message','role':'assistant','content':'Done.'}"""
                        .formatted(reasoning),
                convert(
                        MessageFormat.OPENAI_RESPONSES,
                        ASKED,
                        "{'id':'a','role':'assistant','content':[" + reasoning
                                + ",{'type':'function_call','id':'fc','call_id':'c1','name':'w','arguments':'{}'}]}",
                        "{'id':'r','role':'tool','content':[{'type':'function_call_output','call_id':'c1','output':'v'}]}",
                        "{'id':'b','role':'assistant','content':[{'type':'output_text','text':'Done.','annotations':[]}]}"));
        assertEquals("", diagnostics());
    }

    @Test
    void agentScopeMessagesAreKeptInAgentScope() {
        var asked = "{'id':'q','name':'ada','role':'USER','content':[{'type':'text','text':'Hi'},"
                + "{'type':'audio','source':{'type':'base64','media_type':'audio/ogg','data':'AAAA'}}],'metadata':{'n':1}}";
        var answer = "{'id':'a','name':'Friday','role':'ASSISTANT','content':[{'type':'thinking','thinking':'hm'},"
                + "{'type':'tool_use','id':'t1','name':'w','input':{},'metadata':{}}]}";
        var result = "{'id':'r','name':'Friday','role':'TOOL','content':[{'type':'tool_result','id':'t1','name':'w',"
                + "'output':[{'type':'text','text':'v'}]}]}";
        assertEquals(
                asked + "\n" + answer + "\n" + result.replace("'id':'r'", "'id':'a_results'"),
                convert(MessageFormat.AGENTSCOPE, asked, answer, result));
        assertEquals("", diagnostics());
    }

    @Test
    void signedReasoningSurvivesAiSdkRoundTrip() {
        var thought = "{'type':'thinking','thinking':'hm','signature':'s'}";
        var ui = convert(
                MessageFormat.AI_SDK,
                ASKED,
                "{'id':'a','role':'assistant','content':[" + thought + ",{'type':'text','text':'Yes.'}]}");
        assertEquals(
                "{'role':'user','content':[{'type':'text','text':'?'}]}\n{'role':'assistant','content':[" + thought
                        + ",{'type':'text','text':'Yes.'}]}",
                convert(MessageFormat.ANTHROPIC, ui.split("\n")));
        assertEquals("", diagnostics());
        convert(MessageFormat.OPENAI, ui.split("\n"));
        assertEquals("reasoning-left-out a null null", diagnostics());
    }

    @Test
    void textAfterResultIsNewStep() {
        var message = "{'id':'a','role':'assistant','parts':[{'type':'text','text':'I look.'},"
                + "{'type':'tool-w','toolCallId':'c1','state':'output-available','input':{},'output':{'n':1.50}},"
                + "{'type':'text','text':'Done.'}]}";
        assertEquals(
                """
                {'role':'user','content':[{'type':'text','text':'?'}]}
                {'role':'assistant','content':[{'type':'text','text':'I look.'},{'type':'tool_use','id':'c1','name':'w','input':{}}]}
                {'role':'user','content':[{'type':'tool_result','tool_use_id':'c1','content':'{\\'n\\':1.50}'}]}
                {'role':'assistant','content':[{'type':'text','text':'Done.'}]}""",
                convert(MessageFormat.ANTHROPIC, ASKED, message));
    }

    @Test
    void invalidCallIdsAndToolNamesAreReplaced() {
        var call =
                "{'id':'%s','role':'assistant','content':[{'type':'tool_use','id':'c.1','name':'web.search','input':7},"
                        + "{'type':'tool_result','tool_use_id':'c.1','content':'v'}]}";
        var text = convert(MessageFormat.ANTHROPIC, ASKED, call.formatted("a"), call.formatted("b"));
        var ids = List.of(text.split("'id':'")).stream()
                .skip(1)
                .map(rest -> rest.substring(0, rest.indexOf('\'')))
                .toList();
        var names = List.of(text.split("'name':'")).stream()
                .skip(1)
                .map(rest -> rest.substring(0, rest.indexOf('\'')))
                .toList();
        assertEquals(2, ids.stream().distinct().count(), text);
        assertEquals(1, names.stream().distinct().count(), text);
        assertEquals(
                """
                renamed a c.1 id %s
                renamed a c.1 tool %s
                input-wrapped a c.1 null
                renamed b c.1 id %s
                input-wrapped b c.1 null"""
                        .formatted(ids.get(0), names.get(0), ids.get(1)),
                diagnostics());
        assertEquals(true, text.contains("'input':{'input':7}"));
    }

    /** Some models give all their calls the same id, or none. Their results are in the order of the calls. */
    @ParameterizedTest
    @ValueSource(strings = {"", "same"})
    void callsWithSameIdGetDifferentIds(String id) {
        var called = "{'id':'a','role':'assistant','content':null,'tool_calls':["
                + "{'id':'%1$s','type':'function','function':{'name':'one','arguments':'{}'}},"
                + "{'id':'%1$s','type':'function','function':{'name':'two','arguments':'{}'}}]}";
        var result = "{'id':'%s','role':'tool','tool_call_id':'%s','content':'of %1$s'}";
        var text = convert(
                MessageFormat.OPENAI,
                ASKED,
                called.formatted(id),
                result.formatted("one", id),
                result.formatted("two", id));
        var ids = Pattern.compile("'id':'([^']+)'")
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertEquals(2, ids.stream().distinct().count(), text);
        assertEquals(
                "{'role':'tool','tool_call_id':'%s','content':'of one'}\n{'role':'tool','tool_call_id':'%s','content':'of two'}"
                        .formatted(ids.get(0), ids.get(1)),
                text.substring(text.indexOf("{'role':'tool'")));
        assertFalse(diagnostics().contains("result-without-call"), diagnostics());
    }

    @Test
    void assistantMessagesBeforeFirstUserAreLeftOut() {
        assertEquals(
                "{'role':'user','content':'?'}",
                convert(
                        MessageFormat.OPENAI,
                        "{'id':'a','role':'assistant','content':'Hi'}",
                        "{'id':'b','role':'assistant','content':'Ho'}",
                        ASKED));
        assertEquals("before-first-user a null 2 messages", diagnostics());
    }

    @Test
    void imageIsWrittenInEachFormat() {
        var picture =
                "{'id':'q','role':'user','parts':[{'type':'file','mediaType':'image/png','url':'data:image/png;base64,iVBORw'}]}";
        assertEquals(
                "{'role':'user','content':[{'type':'image_url','image_url':{'url':'data:image/png;base64,iVBORw'}}]}",
                convert(MessageFormat.OPENAI, picture));
        assertEquals(
                "{'type':'message','role':'user','content':[{'type':'input_image','detail':'auto','image_url':'data:image/png;base64,iVBORw'}]}",
                convert(MessageFormat.OPENAI_RESPONSES, picture));
        var block = "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'iVBORw'}}";
        assertEquals("{'role':'user','content':[" + block + "]}", convert(MessageFormat.ANTHROPIC, picture));
        assertEquals(
                "{'id':'q','name':'user','role':'USER','content':[" + block + "]}",
                convert(MessageFormat.AGENTSCOPE, picture));
        assertEquals("", diagnostics());
    }

    @Test
    void textFileIsDocumentInAnthropic() {
        var file =
                "{'id':'q','role':'user','parts':[{'type':'file','mediaType':'text/plain','filename':'n.txt','url':'data:text/plain;base64,%s'}]}";
        assertEquals(
                "{'role':'user','content':[{'type':'document','source':{'type':'text','media_type':'text/plain','data':'words'},'title':'n.txt'}]}",
                convert(MessageFormat.ANTHROPIC, file.formatted("d29yZHM=")));
        assertEquals(
                "{'role':'user','content':[{'type':'text','text':'[file n.txt (text/plain) left out]'}]}",
                convert(MessageFormat.ANTHROPIC, file.formatted("A")));
    }

    @Test
    void lastAssistantTextLosesTrailingBlanks() {
        assertEquals(
                "{'role':'user','content':[{'type':'text','text':'?'}]}\n{'role':'assistant','content':[{'type':'text','text':'One,'}]}",
                convert(MessageFormat.ANTHROPIC, ASKED, "{'id':'a','role':'assistant','content':'One, '}"));
    }

    @Test
    void emptyMessageIsReportedAndLeftOut() {
        assertEquals(
                "{'role':'user','content':'?'}",
                convert(MessageFormat.OPENAI, ASKED, "{'id':'a','role':'assistant','content':' '}"));
        assertEquals("empty-message a null null", diagnostics());
    }

    @Test
    void invalidPartIsReportedAndLeftOut() {
        assertEquals(
                "{'id':'q','role':'user','parts':[{'type':'text','text':'See'}]}",
                convert(
                        MessageFormat.AI_SDK,
                        "{'id':'q','role':'user','parts':[{'type':'text','text':'See'},{'type':'source-url'},{'type':'data-d'}]}",
                        "{'id':'r','role':'tool','parts':[{'type':'data-d','data':1}]}"));
        assertEquals(
                """
                part-left-out q null source-url
                part-left-out q null data-d
                part-left-out r null data-d""",
                diagnostics());
    }

    /** Examples: a file without a URL, and a call that is both successful and failed. */
    @Test
    void contradictoryPartIsRewritten() {
        assertEquals(
                "{'id':'q','role':'user','parts':[{'type':'text','text':'[image (image/png) left out]'}]}",
                convert(
                        MessageFormat.AI_SDK,
                        "{'id':'q','role':'user','parts':[{'type':'file','mediaType':'image/png','url':' '}]}"));
        var both =
                "{'id':'%1$s','role':'assistant','parts':[{'type':'tool-w','toolCallId':'%1$s','state':'%2$s','input':{},'output':1,'errorText':'no'}]}";
        assertEquals(
                "{'id':'q','role':'user','parts':[{'type':'text','text':'?'}]}\n"
                        + both.formatted("a", "output-available").replace(",'errorText':'no'", "") + "\n"
                        + both.formatted("b", "output-error").replace(",'output':1", ""),
                convert(
                        MessageFormat.AI_SDK,
                        ASKED,
                        both.formatted("a", "output-available"),
                        both.formatted("b", "output-error")));
    }

    @ParameterizedTest
    @EnumSource
    void timeIsLinearInNumberOfCalls(MessageFormat format) {
        var calls = IntStream.range(0, 50_000)
                .mapToObj(i -> "{'id':'c" + i + "','function':{}}")
                .collect(Collectors.joining(","));
        var message = "{'id':'a','role':'assistant','content':null,'tool_calls':[" + calls + "]}";
        CpuTime.assertAtMost(Duration.ofSeconds(30), () -> convert(format, ASKED, message));
    }
}
