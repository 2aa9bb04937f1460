package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.coppice.support.CpuTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SkillCallsTest {
    private static final LoadedSkill SKILL = new LoadedSkill("skills", "pdf");

    /** Lists calls as {@code id:label/key} and results as {@code id}. An {@code !} marks those with a document. */
    private static String calls(String message) {
        return SkillCalls.of(bytes(message)).stream()
                .map(call -> (call.callId() == null ? "-" : call.callId())
                        + (call.isResult() ? "" : ":" + call.label() + "/" + call.key())
                        + (call.output() == null ? "" : "!"))
                .collect(Collectors.joining(" "));
    }

    private static byte[] bytes(String message) {
        return message.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static String unloaded(String message, String... callIds) {
        return new String(SkillCalls.unloaded(bytes(message), SKILL, Set.of(callIds)), StandardCharsets.UTF_8)
                .replace('"', '\'');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // AI SDK, UI messages
                "{'parts':[{'type':'tool-load_context','toolCallId':'c','state':'output-available','input':{'label':'skills','key':'pdf'},'output':'doc'}]} | c:skills/pdf!",
                "{'parts':[{'output':'doc','input':{'key':'pdf','x':[{}],'label':'skills'},'type':'tool-load_context'}]} | -:skills/pdf!",
                "{'parts':[{'type':'dynamic-tool','toolName':'load_context','toolCallId':'c','state':'output-available','input':{'label':'skills','key':'pdf'},'output':'doc'}]} | c:skills/pdf!",
                "{'parts':[{'type':'dynamic-tool','toolName':'other_load_context','toolCallId':'c','state':'output-available','input':{'label':'skills','key':'pdf'},'output':'doc'}]} | ``",
                "{'parts':[{'type':'tool-load_context','toolCallId':'c','state':'input-available','input':{'label':'skills','key':'pdf'}}]} | c:skills/pdf",
                "{'parts':[{'type':'tool-load_context','toolCallId':'c','state':'output-error','errorText':'x','input':{'label':'skills','key':'pdf'},'output':'doc'}]} | c:skills/pdf",
                "{'parts':[{'type':'tool-load_context','toolCallId':'c','input':{'label':'skills','key':'pdf'},'output':{'type':'text','value':'doc'}}]} | c:skills/pdf!",
                // AI SDK, model messages
                "{'role':'assistant','content':[{'type':'text','text':'x'},{'type':'tool-call','toolCallId':'c','toolName':'load_context','input':{'label':'skills','key':'pdf'}}]} | c:skills/pdf",
                "{'role':'assistant','content':[{'type':'tool-call','toolCallId':'c','toolName':'load_context','args':{'label':'skills','key':'pdf'}}]} | c:skills/pdf",
                "{'role':'tool','content':[{'type':'tool-result','toolCallId':'c','toolName':'load_context','output':{'type':'text','value':'doc'}},{'type':'tool-result','toolCallId':'d','result':'doc'}]} | c! d!",
                "{'role':'tool','content':[{'type':'tool-result','toolCallId':'c','toolName':'search_context','output':{'type':'text','value':'doc'}}]} | ``",
                "{'role':'tool','content':[{'type':'tool-result','toolCallId':'c','output':{'type':'error-text','value':'doc'}}]} | c",
                "{'parts':[{'type':'tool-load_context','toolCallId':'c','input':{'label':'skills','metadata':{'title':'A b'}},'output':'doc'}]} | c:skills/A b!",
                "{'parts':[{'type':'tool-load_context','toolCallId':'c','input':{'label':'skills','key':' ','metadata':{'title':'A b'}},'output':'doc'}]} | c:skills/A b!",
                "{'parts':[{'type':'tool-load_context','toolCallId':'c','input':{'label':'skills','key':'pdf','metadata':{'title':'A b'}},'output':'doc'}]} | c:skills/pdf!",
                "{'parts':[{'type':'tool-load\\u005fcontext','toolCallId':'c','input':{'label':'skills','key':'pdf'},'output':'doc'}]} | c:skills/pdf!",
                // OpenAI
                "{'role':'assistant','content':null,'tool_calls':[{'id':'c','type':'function','function':{'name':'load_context','arguments':'{\\u0022label\\u0022:\\u0022skills\\u0022,\\u0022key\\u0022:\\u0022pdf\\u0022}'}},{'id':'d','function':{'name':'get','arguments':'{}'}}]} | c:skills/pdf",
                "{'role':'tool','tool_call_id':'c','content':'doc'} | c!",
                "{'tool_call_id':'c','content':[{'type':'text','text':'doc'},{'type':'text','text':'Error: x'}],'role':'tool'} | c!",
                "{'role':'tool','tool_call_id':'c','content':[{'type':'text','text':'Not found: pdf'}]} | c",
                "{'role':'assistant','content':[{'type':'function_call','call_id':'c','name':'load_context','arguments':'{\\u0022label\\u0022:\\u0022skills\\u0022,\\u0022key\\u0022:\\u0022pdf\\u0022}'},{'type':'function_call_output','call_id':'c','output':'doc'}]} | c:skills/pdf c!",
                // Anthropic and AgentScope
                "{'role':'assistant','content':[{'type':'tool_use','id':'c','name':'load_context','input':{'label':'skills','key':'pdf'}}]} | c:skills/pdf",
                "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c','content':'doc'},{'type':'tool_result','tool_use_id':'d','content':[{'type':'text','text':'doc'}]}]} | c! d!",
                "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c','content':'doc','is_error':true}]} | c",
                "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c'}]} | c",
                "{'role':'system','content':[{'type':'tool_result','id':'c','name':'load_context','output':[{'type':'text','text':'doc'}]}]} | c!"
            })
    void callsAndResultsAreFoundInEveryFormat(String message, String expected) {
        assertEquals(expected, calls(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[skill unloaded: pdf]", "Not found: pdf", "Error: 'x' is not a skill block."})
    void noticeInsteadOfDocumentIsNotADocument(String text) {
        var said = text.replace("'", "\\u0022");
        assertEquals("c", calls("{'role':'tool','tool_call_id':'c','content':'" + said + "'}"));
        assertEquals(
                "c:skills/pdf",
                calls("{'parts':[{'type':'tool-load_context','toolCallId':'c','input':{'label':'skills','key':'pdf'},"
                        + "'output':{'type':'text','value':'" + said + "'}}]}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "load_context",
                "{'load_context':",
                "{'a':'load_context','a':1}",
                "['load_context']",
                "{'parts':'load_context'}",
                "{'parts':[1,'load_context',null,['load_context']]}",
                "{'parts':[{'type':['tool-load_context']}]}",
                "{'parts':[{'type':'tool-load_context','input':null}]}",
                "{'parts':[{'type':'tool-load_context','input':{'label':1,'key':{}}}]}",
                "{'parts':[{'type':'tool-load_context','input':{'label':'','key':'pdf'}}]}",
                "{'parts':[{'type':'tool-load_context','input':'{'}]}",
                "{'tool_calls':[{'id':'c','function':{'name':'load_context','arguments':'{\\u0022label\\u0022:'}}]}",
                "{'tool_calls':[{'id':'c','function':'load_context'},{'function':{'name':'load_context'}}]}",
                "{'tool_calls':[{'id':'c','function':{'name':'load_context','arguments':'{\\u0022label\\u0022:\\u0022\\\\ud800\\u0022,\\u0022key\\u0022:\\u0022k\\u0022}'}}]}",
                "{'parts':[{'type':'tool-load_context','input':{'label':'skills','key':'\\u0000'}}]}",
                "{'role':'tool','tool_call_id':'\\u0000','content':'doc'}",
                "{'role':'tool','tool_call_id':7,'content':'doc'}",
                "{'role':'user','content':[{'type':'tool_result','tool_use_id':{},'content':'doc'}]}",
                "{'role':'user','content':'load_context and tool_call_id'}"
            })
    void malformedPartIsNotACall(String message) {
        assertEquals("", calls(message));
    }

    @Test
    void namesTooLongForTheDatabaseAreIgnored() {
        var form =
                "{'parts':[{'type':'tool-load_context','toolCallId':'%s','input':{'label':'skills','key':'%s'},'output':'doc'}]}";
        assertEquals("", calls(form.formatted("c", "k".repeat(256))));
        assertEquals("-:skills/pdf!", calls(form.formatted("c".repeat(256), "pdf")));
        assertTrue(calls(form.formatted("c", "😀".repeat(255))).endsWith("!"));
    }

    @Test
    void documentIsReplacedAndItsContainerKept() {
        assertEquals(
                "{ 'parts' : [ {'type':'tool-load_context','toolCallId':'c','input':{'label':'skills','key':'pdf'}, 'output' : '[skill unloaded: pdf]' } ] , 'x':1.0e2}",
                unloaded(
                        "{ 'parts' : [ {'type':'tool-load_context','toolCallId':'c','input':{'label':'skills','key':'pdf'}, 'output' : 'dé\\u00e9' } ] , 'x':1.0e2}"));
        assertEquals(
                "{'content':[{'type':'tool-result','toolCallId':'c','output':{'type':'text','value':'[skill unloaded: pdf]','m':{}}}]}",
                unloaded(
                        "{'content':[{'type':'tool-result','toolCallId':'c','output':{'type':'text','value':'doc','m':{}}}]}",
                        "c"));
        assertEquals(
                "{'content':[{'type':'tool-result','toolCallId':'c','output':{'type':'text','value':'[skill unloaded: pdf]'}}]}",
                unloaded(
                        "{'content':[{'type':'tool-result','toolCallId':'c','output':{'type':'content','value':[{'type':'text','text':'doc'}]}}]}",
                        "c"));
        assertEquals(
                "{'role':'tool','tool_call_id':'c','content':'[skill unloaded: pdf]','id':'m'}",
                unloaded("{'role':'tool','tool_call_id':'c','content':[{'type':'text','text':'doc'} ],'id':'m'}", "c"));
        assertEquals(
                "{'content':[{'type':'tool_result','tool_use_id':'c','content':'[skill unloaded: pdf]'},{'type':'tool_result','tool_use_id':'d','content':'doc'}]}",
                unloaded(
                        "{'content':[{'type':'tool_result','tool_use_id':'c','content':[{'type':'text','text':'doc'}]},{'type':'tool_result','tool_use_id':'d','content':'doc'}]}",
                        "c"));
    }

    @Test
    void otherSkillsAndResultsAreKept() {
        var other = bytes(
                "{'parts':[{'type':'tool-load_context','input':{'label':'skills','key':'xls'},'output':'doc'},{'type':'tool-load_context','input':{'label':'more','key':'pdf'},'output':'doc'}],'content':[{'type':'tool_result','tool_use_id':'d','content':'doc'}]}");
        assertArrayEquals(other, SkillCalls.unloaded(other, SKILL, Set.of("c")));
    }

    @Test
    void keyIsQuotedAndReadBack() {
        var skill = new LoadedSkill("skills", "a\"\\\n\u0001é😀]");
        var key = new String(JsonStringEncoder.getInstance().quoteAsString(skill.key()));
        var message = ("{\"parts\":[{\"type\":\"tool-load_context\",\"input\":{\"label\":\"skills\",\"key\":\"" + key
                        + "\"},\"output\":\"doc\"}]}")
                .getBytes(StandardCharsets.UTF_8);
        assertEquals(skill, SkillCalls.of(message).get(0).skill());
        var without = SkillCalls.unloaded(message, skill, Set.of());
        assertEquals(1, SkillCalls.of(without).size());
        assertEquals(null, SkillCalls.of(without).get(0).output());
    }

    /**
     * A message with placeholders for outputs, and the message expected after unloading, in which nothing else may
     * change.
     */
    private record Made(String message, String expected) {
        static Made of(long seed) {
            var random = new Random(seed);
            var forms = List.of(
                    "{'type':'tool-load_context','toolCallId':'a','input':{'label':'skills','key':'pdf'},'output':@S}",
                    "{'output':{'value':@S,'type':'text'},'input':{'key':'pdf','label':'skills'},'type':'tool-load_context'}",
                    "{'type':'tool_result','content':@A,'tool_use_id':'c'}",
                    "{'toolCallId':'c','type':'tool-result','output':{'type':'text','value':@S}}",
                    "{'type':'function_call_output','call_id':'c','output':@A}",
                    "{'type':'tool_result','content':'[skill unloaded: x]','tool_use_id':'c'}",
                    "{'type':'tool_result','content':'kept','tool_use_id':'other'}",
                    "{'type':'text','text':'load_context, \\u0022output\\u0022: \\u005c'}",
                    "{'type':'data-x','output':{'output':'doc'},'content':[[[]],{'content':'doc'}],'n':-1.5E+7}",
                    "null");
            var parts = new ArrayList<String>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                parts.add(forms.get(random.nextInt(forms.size())));
            }
            var blank = " ".repeat(random.nextInt(3));
            var form = "{'id':'é'," + blank + "'parts':" + blank + "["
                    + String.join(blank + "," + blank, parts).replace("':", "'" + blank + ":") + "]" + blank
                    + ",'z':[1 ]}";
            var message = new StringBuilder();
            var hole = Pattern.compile("@[SA]").matcher(form);
            while (hole.find()) {
                hole.appendReplacement(message, document(random, hole.group().equals("@A")));
            }
            hole.appendTail(message);
            return new Made(message.toString(), form.replaceAll("@[SA]", "'[skill unloaded: pdf]'"));
        }

        private static String document(Random random, boolean mayBeArray) {
            var text = List.of("''", "'doc'", "'é😀\\\\u00e9 ] } ,'", "'Error'").get(random.nextInt(4));
            return mayBeArray && random.nextBoolean() ? "[ {'type':'text','text':" + text + "} ]" : text;
        }
    }

    @Test
    void unloadChangesNothingElseAndIsIdempotent() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var made = Made.of(seed);
            var once = SkillCalls.unloaded(bytes(made.message()), SKILL, Set.of("c"));
            assertEquals(made.expected().replace('\'', '"'), new String(once, StandardCharsets.UTF_8));
            assertArrayEquals(once, SkillCalls.unloaded(once, SKILL, Set.of("c")));
            assertTrue(SkillCalls.of(once).stream()
                    .allMatch(call -> call.output() == null || "other".equals(call.callId())));
        });
    }

    @Test
    void randomBytesAreAccepted() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var message = bytes(Made.of(seed).message());
            for (int i = 0; i < 3; i++) {
                message[1 + random.nextInt(message.length - 1)] = (byte) random.nextInt(256);
            }
            SkillCalls.of(message);
        });
    }

    @Test
    void timeIsLinearAndDeepNestingIsAccepted() {
        CpuTime.assertAtMost(Duration.ofSeconds(10), () -> {
            var part = "{'type':'tool_result','tool_use_id':'c','content':'" + "x".repeat(50) + "'},";
            var many = "{'content':[" + part.repeat(100_000) + "null]}";
            assertEquals(100_000, SkillCalls.of(bytes(many)).size());
            var deep = "{'parts':[{'type':'tool-load_context','input':{'label':'skills','key':'pdf'},'output':"
                    + "[".repeat(900) + "]".repeat(900) + "}]}";
            assertEquals("-:skills/pdf!", calls(deep));
            assertEquals("", calls(deep.replace("[", "[".repeat(100))));
        });
    }

    @Test
    void ordinaryMessagesAreNotParsed() {
        assertSame(List.of(), SkillCalls.of(bytes("{'role':'user','content':'hello'}")));
    }
}
