package dev.coppice.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.strings;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the checks of tool arguments and their error texts. */
class ToolArgumentsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static String fault(ToolName name, String json) {
        var tool = ToolFixtures.tools().stream()
                .filter(candidate -> candidate.name() == name)
                .findFirst()
                .orElseThrow();
        return tool.fault(ToolArguments.read(json.getBytes(StandardCharsets.UTF_8)))
                .orElse("");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "null", "\"a\"", "{", "{\"a\":1}x", "{\"a\":1,\"a\":2}", " "})
    void nonObjectBodyIsMalformed(String json) {
        var problem = assertThrows(Problem.class, () -> ToolArguments.read(json.getBytes(StandardCharsets.UTF_8)));
        assertEquals(Code.MALFORMED, problem.code());
    }

    @Test
    void emptyBodyIsEmptyObject() {
        assertEquals(ToolArguments.read("{}".getBytes(StandardCharsets.UTF_8)), ToolArguments.read(new byte[0]));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'label':'memory','content':'c'}",
                "{'content':'','label':'skills','action':'append','metadata':{}}",
                "{'label':'skills','content':'c','metadata':{'title':'t','description':'d'}}",
                "{'label':'memory','content':'\\u0000\\ud83d\\ude00','action':'replace'}",
                "{'label':'memory','content':'c','action':null}",
                "{'label':'skills','content':'c','metadata':null}",
                "{'label':'skills','content':'c','metadata':{'title':null}}",
                "{'label':'skills','content':'c','key':'','metadata':{'key':'k','tags':['a']}}",
                "{'label':'memory','content':'c','z':1,'b':{'c':[null]},'\\ud800':1}"
            })
    void validArgumentsHaveNoFault(String json) {
        assertEquals("", fault(ToolName.SET_CONTEXT, json.replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|Error: \"label\" is missing; arguments: label, content, action, key, metadata",
                "{\"label\":\"memory\"}"
                        + "|Error: \"content\" is missing; arguments: label, content, action, key, metadata",
                "{\"label\":1}|Error: \"label\" must be a string",
                "{\"label\":null}|Error: \"label\" is missing; arguments: label, content, action, key, metadata",
                "{\"label\":{\"a\":[[{}]]}}|Error: \"label\" must be a string",
                "{\"label\":\"memory\",\"content\":[\"a\"]}|Error: \"content\" must be a string",
                "{\"label\":\"memory\",\"content\":\"\\ud800\"}|Error: \"content\" holds half a surrogate pair",
                "{\"label\":\"memory\",\"content\":\"c\",\"action\":\"delete\"}"
                        + "|Error: \"action\" must be replace or append",
                "{\"label\":\"memory\",\"content\":\"c\",\"action\":true}|Error: \"action\" must be a string",
                "{\"label\":\"memory\",\"content\":\"c\",\"key\":1}|Error: \"key\" must be a string",
                "{\"label\":\"skills\",\"content\":\"c\",\"metadata\":\"t\"}|Error: \"metadata\" must be an object",
                "{\"label\":\"skills\",\"content\":\"c\",\"metadata\":{\"title\":{\"a\":{}}}}"
                        + "|Error: \"title\" must be a string",
                "{\"label\":\"none\",\"content\":\"c\"}|Error: block \"none\" not found",
                "{\"label\":\"MEMORY\",\"content\":\"c\"}|Error: block \"MEMORY\" not found",
                "{\"label\":\"soul\",\"content\":\"c\"}|Error: block \"soul\" is read-only",
                "{\"label\":\"bucket\",\"content\":\"c\"}|Error: block \"bucket\" is read-only",
            })
    void invalidArgumentsAreExplained(String json, String expected) {
        assertEquals(expected, fault(ToolName.SET_CONTEXT, json));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'arguments':{'label':'a','x':{'y':'z'}}}",
                "{'name':'n','arguments':{'label':'a','x':{'y':'z'}},'id':1}",
                "{'arguments':'{\\u0022label\\u0022:\\u0022a\\u0022,\\u0022x\\u0022:{\\u0022y\\u0022:\\u0022z\\u0022}}'}"
            })
    void wrappedArgumentsEqualBareOnes(String json) {
        assertEquals(read("{'label':'a','x':{'y':'z'}}"), read(json));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'arguments':''}", "{'arguments':'\\n '}", "{'arguments':{}}"})
    void emptyWrapperHasNoArguments(String json) {
        assertEquals(read("{}"), read(json));
    }

    /** Generated clients may send null for members that were not set. */
    @Test
    void nullIsNoWrapper() {
        assertEquals("a", read("{'label':'a','arguments':null}").text("label"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'arguments':7}",
                "{'arguments':true}",
                "{'arguments':[{}]}",
                "{'arguments':'7'}",
                "{'arguments':'{'}",
                "{'arguments':'{} {}'}",
                "{'arguments':'\\u0022{}\\u0022'}",
                "{'arguments':'{\\u0022a\\u0022:\\u0022\\ud800\\u0022}'}"
            })
    void unreadableWrapperIsErrorOfModel(String json) {
        assertEquals(
                "Error: \"arguments\" is not a JSON object; arguments: query",
                fault(ToolName.SESSION_SEARCH, json.replace('\'', '"')));
    }

    private static ToolArguments read(String json) {
        return ToolArguments.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anyTextAsArgumentsIsReadOrReported() {
        qt().forAll(strings().allPossible().ofLengthBetween(0, 30)).checkAssert(text -> {
            var body = JSON.createObjectNode().put("arguments", text).toString();
            assertTrue(fault(ToolName.SESSION_SEARCH, body).startsWith("Error: "), text);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'metadata':{'title':'t'}}|t",
                "{'key':' ','metadata':{'title':'t'}}|t",
                "{'key':null,'metadata':{'title':'t'}}|t",
                "{'key':'k','metadata':{'title':'t'}}|k",
                "{'key':'','metadata':{}}|''",
                "{'key':7,'metadata':{'title':'t'}}|",
                "{'metadata':{'title':7}}|",
                "{'metadata':'t'}|",
                "{'title':'t'}|"
            })
    void titleIsKeyIfThereIsNone(String json, String key) {
        assertEquals(key, read(json).withTitleAsKey().text("key"));
    }

    @Test
    void blockOfWrongKindIsRefusedWithListOfRightOnes() {
        var memory = "{\"label\":\"memory\",\"key\":\"k\"}";
        var expected = "Error: \"memory\" is not a skill block. Skill blocks: skills, bucket";
        assertEquals(expected, fault(ToolName.LOAD_CONTEXT, memory));
        assertEquals(expected, fault(ToolName.UNLOAD_CONTEXT, memory));
        assertEquals(
                "Error: \"none\" is not searchable. Searchable blocks: knowledge, archive",
                fault(ToolName.SEARCH_CONTEXT, "{\"label\":\"none\",\"query\":\"q\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\\t\\n", "\\u3000", "\\u0000"})
    void blankQueryIsRefused(String query) {
        assertEquals(
                "Error: \"query\" is blank", fault(ToolName.SESSION_SEARCH, "{\"query\":\"%s\"}".formatted(query)));
        assertEquals(
                "Error: \"query\" is blank",
                fault(ToolName.SEARCH_CONTEXT, "{\"label\":\"archive\",\"query\":\"%s\"}".formatted(query)));
    }

    @Test
    void unknownLabelIsExplainedForAnyText() {
        qt().forAll(
                        strings().allPossible().ofLengthBetween(0, 30),
                        strings().allPossible().ofLengthBetween(0, 30))
                .checkAssert((label, content) -> {
                    var json = JSON.createObjectNode().put("label", label).put("content", content);
                    var fault = fault(ToolName.SET_CONTEXT, json.toString());
                    assertTrue(fault.startsWith("Error: block \""), fault);
                    assertTrue(fault.endsWith("\" not found"), fault);
                });
    }
}
