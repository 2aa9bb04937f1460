package dev.coppice.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests parsing of agent specifications, their defaults, and the pointers of errors. */
class AgentSpecTest {

    private static final String EVERYTHING =
            """
            {"name":"gardener","description":"Knows\\nplants","context":[
              {"label":"soul","description":"Who it is","maxTokens":10000000,"provider":{"type":"text"},"content":"Ä\\n═══"},
              {"label":"memory","maxTokens":1,"provider":{"type":"stored"},"scope":"user","content":""},
              {"label":"skills","provider":{"type":"skills"},"scope":"tenant"},
              {"label":"Skills","provider":{"type":"s3-skills","prefix":"a/b","keys":["x","a/y.md"]},"scope":"agent"},
              {"label":"notes","provider":{"type":"search"},"scope":"session"},
              {"label":"past","provider":{"type":"history"},"writable":true,"whenChanged":"remind"},
              {"label":"rules","provider":{"type":"search"},"writable":false,"whenChanged":"silent"},
              {"label":"weather","provider":{"type":"bean","name":"weather"}}],
             "cachedPrompt":false,
             "compaction":{"summarizer":"llm","compactAfter":1,"compactBy":"reported","protectHead":0,"tailTokenBudget":5,
               "minTailMessages":0,"mode":"sync"},
             "searchableHistory":"history","tokenCounter":"exact","ttlSeconds":3155760000,"maxMessages":2147483647,
             "model":"m","summary":{"every":10,"tokens":200},
             "profile":{"every":0,"mode":"replace","schema":{ "type":"object", "properties":{"tree":{"type":"string"}}}}}""";

    private static AgentSpec read(String json) {
        return AgentSpec.read(json.getBytes(StandardCharsets.UTF_8), "gardener");
    }

    private static BlockSpec block(String json) {
        return BlockSpec.of(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String write(AgentSpec spec) {
        return new String(spec.toBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                EVERYTHING,
                "{\"context\":[{\"label\":\"a\"}],\"profile\":{\"mode\":\"update\",\"schema\":\"dynamic\"},\"summary\":true}"
            })
    void writtenSpecReadsAsEqual(String json) {
        var spec = read(json);
        var written = write(spec);
        assertEquals(spec, read(written));
        assertEquals(written, write(read(written)));
        for (var block : spec.context()) {
            assertEquals(block, BlockSpec.of(block.toBytes()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                """
                {"name":null,"description":null,"context":null,"cachedPrompt":null,"compaction":null,
                 "searchableHistory":null,"tokenCounter":null,"ttlSeconds":null,"maxMessages":null,"model":null,
                 "summary":null,"profile":null}""",
                """
                {"name":"gardener","cachedPrompt":true,"searchableHistory":false,"compaction":{"summarizer":null,
                 "compactAfter":null,"compactBy":null,"protectHead":null,"tailTokenBudget":null,"minTailMessages":null,
                 "mode":null}}""",
                "{\"compaction\":{}}"
            })
    void missingOrNullMembersHaveDefaults(String json) {
        assertEquals(
                new AgentSpec("gardener", null, List.of(), null, null, null, null, null, null, null, null, null),
                read(json));
        assertTrue(read(json).cachedPrompt());
        assertEquals(
                new CompactionSpec("extractive", null, CompactBy.ESTIMATE, 3, 20_000, 2, false),
                read(json).compaction());
        assertNull(read(json).summary());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"label\":\"a\"}",
                "{\"label\":\"a\",\"provider\":null,\"scope\":null,\"description\":null,\"maxTokens\":null,\"content\":null}",
                "{\"label\":\"a\",\"provider\":{\"type\":\"stored\",\"name\":null,\"prefix\":null,\"keys\":null}}"
            })
    void blockWithoutProviderIsStoredPerSession(String json) {
        assertEquals(new BlockSpec("a", null, null, ProviderSpec.STORED, BlockScope.SESSION, null), block(json));
    }

    /** The previous release refuses to read it. Its nodes may use the same database during an upgrade. */
    @Test
    void defaultOfCompactByIsReturnedButNotStored() {
        var spec = read("{\"compaction\":{\"compactBy\":\"estimate\"}}");
        assertFalse(write(spec).contains("compactBy"), write(spec));
        var info = new String(new AgentInfo(spec, Map.of(), 1, 0, 0).toBytes(), StandardCharsets.UTF_8);
        assertTrue(info.contains("\"compactBy\":\"estimate\""), info);
        var reported = read("{\"compaction\":{\"compactBy\":\"reported\"}}");
        assertTrue(write(reported).contains("\"compactBy\":\"reported\""), write(reported));
    }

    /** Like the default of {@code compactBy}. */
    @Test
    void defaultsOfBlockAreReturnedButNotStored() {
        var usual = "{\"label\":\"a\",\"writable\":null,\"whenChanged\":null}";
        assertEquals(block("{\"label\":\"a\"}"), block(usual));
        var stored = "{\"label\":\"a\",\"description\":null,\"maxTokens\":null,\"provider\":{\"type\":\"stored\"},"
                + "\"scope\":\"session\",\"content\":null";
        assertEquals(stored + "}", new String(block(usual).toStoredBytes(), StandardCharsets.UTF_8));
        var spec = read("{\"context\":[" + usual + "]}");
        assertTrue(write(spec).contains(stored + "}]"), write(spec));
        var info = new String(new AgentInfo(spec, Map.of(), 1, 0, 0).toBytes(), StandardCharsets.UTF_8);
        assertTrue(info.contains(stored + ",\"writable\":true,\"whenChanged\":\"remind\"}]"), info);
        var silent = block("{\"label\":\"a\",\"writable\":false,\"whenChanged\":\"silent\"}");
        assertFalse(silent.writable());
        assertEquals(WhenChanged.SILENT, silent.whenChanged());
        assertEquals(
                stored + ",\"writable\":false,\"whenChanged\":\"silent\"}",
                new String(silent.toStoredBytes(), StandardCharsets.UTF_8));
    }

    @Test
    void searchableHistoryIsLabelOrTrueForDefault() {
        assertEquals("history", read("{\"searchableHistory\":true}").searchableHistory());
        assertEquals("past", read("{\"searchableHistory\":\"past\"}").searchableHistory());
        assertNull(read("{\"searchableHistory\":false}").searchableHistory());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"summary\":true,\"profile\":true}",
                "{\"summary\":{},\"profile\":{}}",
                "{\"summary\":{\"every\":null,\"tokens\":null},\"profile\":{\"every\":null,\"mode\":null,\"schema\":null}}",
                "{\"summary\":{\"every\":1,\"tokens\":500},\"profile\":{\"every\":1,\"mode\":\"update\",\"schema\":\"default\"}}"
            })
    void summaryAndProfileAcceptTrueOrObject(String json) {
        assertEquals(SummarySpec.DEFAULT, read(json).summary());
        assertEquals(ProfileSpec.DEFAULT, read(json).profile());
        assertTrue(
                write(read(json))
                        .endsWith(
                                "\"summary\":{\"every\":1,\"tokens\":500},\"profile\":{\"every\":1,\"mode\":\"update\",\"schema\":\"default\"}}"));
    }

    @Test
    void falseDisablesSummaryAndProfile() {
        assertNull(read("{\"summary\":false}").summary());
        assertNull(read("{\"profile\":false}").profile());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            textBlock =
                    """
                    {"colour":1} | UNKNOWN_FIELD | /colour
                    {"createdAt":"x"} | UNKNOWN_FIELD | /createdAt
                    {"compaction":{"x":1}} | UNKNOWN_FIELD | /compaction/x
                    {"compaction":{"x":null}} | UNKNOWN_FIELD | /compaction/x
                    {"context":[{"label":"a","x":1}]} | UNKNOWN_FIELD | /context/0/x
                    {"context":[{"label":"a","provider":{"x":1}}]} | UNKNOWN_FIELD | /context/0/provider/x
                    {"name":1} | MALFORMED | /name
                    {"description":1} | MALFORMED | /description
                    {"context":{}} | MALFORMED | /context
                    {"context":["a"]} | MALFORMED | /context/0
                    {"context":[{"label":null}]} | INVALID   | /context/0/label
                    {"context":[{"label":"a","maxTokens":"1"}]} | MALFORMED | /context/0/maxTokens
                    {"context":[{"label":"a","provider":"text"}]} | MALFORMED | /context/0/provider
                    {"context":[{"label":"a","provider":{"type":1}}]} | MALFORMED | /context/0/provider/type
                    {"context":[{"label":"a","provider":{"type":"s3-skills","keys":"k"}}]} | MALFORMED | /context/0/provider/keys
                    {"context":[{"label":"a","provider":{"type":"s3-skills","keys":["k",1]}}]} | MALFORMED | /context/0/provider/keys/1
                    {"context":[{"label":"a","content":1}]} | MALFORMED | /context/0/content
                    {"cachedPrompt":"true"} | MALFORMED | /cachedPrompt
                    {"compaction":true} | MALFORMED | /compaction
                    {"compaction":{"protectHead":1.5}} | MALFORMED | /compaction/protectHead
                    {"searchableHistory":1} | MALFORMED | /searchableHistory
                    {"tokenCounter":true} | MALFORMED | /tokenCounter
                    {"model":1} | MALFORMED | /model
                    {"summary":"x"} | MALFORMED | /summary
                    {"profile":[]} | MALFORMED | /profile
                    {"model":"a","model":"a"} | MALFORMED | /model
                    {"ttlSeconds":0} | OUT_OF_RANGE | /ttlSeconds
                    {"ttlSeconds":3155760001} | OUT_OF_RANGE | /ttlSeconds
                    {"maxMessages":0} | OUT_OF_RANGE | /maxMessages
                    {"context":[{"label":"a","maxTokens":0}]} | OUT_OF_RANGE | /context/0/maxTokens
                    {"context":[{"label":"a"},{"label":"b","maxTokens":10000001}]} | OUT_OF_RANGE | /context/1/maxTokens
                    {"compaction":{"compactAfter":0}} | OUT_OF_RANGE | /compaction/compactAfter
                    {"compaction":{"protectHead":-1}} | OUT_OF_RANGE | /compaction/protectHead
                    {"compaction":{"tailTokenBudget":-1}} | OUT_OF_RANGE | /compaction/tailTokenBudget
                    {"compaction":{"minTailMessages":-1}} | OUT_OF_RANGE | /compaction/minTailMessages
                    {"name":"other"} | INVALID | /name
                    {"description":"\\ud800"} | INVALID | /description
                    {"compaction":{"mode":"later"}} | INVALID | /compaction/mode
                    {"compaction":{"compactBy":"guess"}} | INVALID | /compaction/compactBy
                    {"compaction":{"compactBy":1}} | MALFORMED | /compaction/compactBy
                    {"compaction":{"summarizer":""}} | INVALID_ID | /compaction/summarizer
                    {"tokenCounter":"a/b"} | INVALID_ID | /tokenCounter
                    {"searchableHistory":""} | INVALID_ID | /searchableHistory
                    {"context":[{"label":"past"}],"searchableHistory":"past"} | INVALID | /searchableHistory
                    {"searchableHistory":true,"context":[{"label":"history"}]} | INVALID | /searchableHistory
                    {"summary":{"x":1}} | UNKNOWN_FIELD | /summary/x
                    {"summary":{"every":-1}} | OUT_OF_RANGE | /summary/every
                    {"summary":{"every":10001}} | OUT_OF_RANGE | /summary/every
                    {"summary":{"every":"1"}} | MALFORMED | /summary/every
                    {"summary":{"tokens":99}} | OUT_OF_RANGE | /summary/tokens
                    {"summary":{"tokens":10001}} | OUT_OF_RANGE | /summary/tokens
                    {"profile":{"a":1,"a":1}} | UNKNOWN_FIELD | /profile/a
                    {"profile":{"every":10001}} | OUT_OF_RANGE | /profile/every
                    {"profile":{"mode":"merge"}} | INVALID | /profile/mode
                    {"profile":{"mode":1}} | MALFORMED | /profile/mode
                    {"profile":{"schema":"mine"}} | INVALID | /profile/schema
                    {"profile":{"schema":[]}} | MALFORMED | /profile/schema
                    {"profile":{"schema":{}}} | INVALID | /profile/schema
                    {"profile":{"schema":{"properties":{}}}} | INVALID | /profile/schema
                    {"profile":{"schema":{"properties":[]}}} | INVALID | /profile/schema/properties
                    {"profile":{"schema":{"properties":{"a":{},"a":{}}}}} | INVALID | /profile/schema/properties/a
                    {"profile":{"schema":{"properties":{"a":true}}}} | INVALID | /profile/schema/properties/a
                    {"profile":{"schema":{"properties":{"a":{"type":"text"}}}}} | INVALID | /profile/schema/properties/a/type
                    {"profile":{"schema":{"properties":{"a":{"type":["null",1]}}}}} | INVALID | /profile/schema/properties/a/type/1
                    {"profile":{"schema":{"properties":{"a":{"$ref":"#"}}}}} | INVALID | /profile/schema/properties/a/$ref
                    {"profile":{"schema":{"properties":{"a":{"items":{"oneOf":[]}}}}}} | INVALID | /profile/schema/properties/a/items/oneOf
                    {"profile":{"schema":{"properties":{"a":{"enum":["x",[]]}}}}} | INVALID | /profile/schema/properties/a/enum/1
                    {"profile":{"schema":{"properties":{"a":{"anyOf":[{},1]}}}}} | INVALID | /profile/schema/properties/a/anyOf/1
                    {"context":[{}]} | INVALID | /context/0/label
                    {"context":[{"label":"a"},{"label":" b"}]} | INVALID_ID | /context/1/label
                    {"context":[{"label":"a"},{"label":"A"},{"label":"a"}]} | INVALID | /context/2/label
                    {"context":[{"label":"a","description":"x\\ny"}]} | INVALID | /context/0/description
                    {"context":[{"label":"a","description":"x\\u2028y"}]} | INVALID | /context/0/description
                    {"context":[{"label":"a","description":"x\\u2029y"}]} | INVALID | /context/0/description
                    {"context":[{"label":"a","description":"x\\u0085y"}]} | INVALID | /context/0/description
                    {"context":[{"label":"a","description":"\\udc00"}]} | INVALID | /context/0/description
                    {"context":[{"label":"a","content":"\\ud800"}]} | INVALID | /context/0/content
                    {"context":[{"label":"a","scope":"everybody"}]} | INVALID | /context/0/scope
                    {"context":[{"label":"a","scope":"USER"}]} | INVALID | /context/0/scope
                    {"context":[{"label":"a","provider":{}}]} | INVALID | /context/0/provider/type
                    {"context":[{"label":"a"},{"label":"b"},{"label":"c","provider":{"type":"sql"}}]} | INVALID | /context/2/provider/type
                    {"context":[{"label":"a","provider":{"type":"bean"}}]} | INVALID | /context/0/provider/name
                    {"context":[{"label":"a","provider":{"type":"stored","name":"x"}}]} | INVALID | /context/0/provider/name
                    {"context":[{"label":"a","provider":{"type":"bean","name":""}}]} | INVALID_ID | /context/0/provider/name
                    {"context":[{"label":"a","provider":{"type":"skills","prefix":"x"}}]} | INVALID | /context/0/provider/prefix
                    {"context":[{"label":"a","provider":{"type":"skills","keys":["x"]}}]} | INVALID | /context/0/provider/keys
                    {"context":[{"label":"a","provider":{"type":"s3-skills","keys":["x",""]}}]} | INVALID | /context/0/provider/keys/1
                    {"context":[{"label":"a","provider":{"type":"s3-skills","keys":["x\\ty"]}}]} | INVALID | /context/0/provider/keys/0
                    {"context":[{"label":"a","provider":{"type":"s3-skills","prefix":"x\\ny"}}]} | INVALID | /context/0/provider/prefix
                    {"context":[{"label":"a","provider":{"type":"text"}}]} | INVALID | /context/0/content
                    {"context":[{"label":"a","provider":{"type":"search"},"content":"x"}]} | INVALID | /context/0/content
                    """)
    void invalidMemberIsRefusedWithPointer(String json, Code code, String pointer) {
        var problem = assertThrows(Problem.class, () -> read(json));
        assertEquals(code, problem.code(), problem.getMessage());
        assertEquals(
                List.of(pointer),
                problem.errors().stream().map(Problem.Detail::pointer).toList());
    }

    @Test
    void pointerOfSingleBlockStartsAtItsRoot() {
        for (var invalid : List.of(
                List.of("{}", "/label"),
                List.of("{\"label\":\"a\",\"provider\":{\"type\":\"x\"}}", "/provider/type"),
                List.of("{\"label\":\"a\",\"provider\":{\"type\":\"text\"}}", "/content"))) {
            var problem = assertThrows(Problem.class, () -> block(invalid.get(0)));
            assertEquals(invalid.get(1), problem.errors().get(0).pointer());
        }
        assertEquals(
                Code.MALFORMED,
                assertThrows(Problem.class, () -> block("{\"label\":\"a\"} {}")).code());
    }

    @Test
    void tooLongDescriptionIsRefused() {
        var longest = "😀".repeat(2000);
        assertEquals(longest, read("{\"description\":\"" + longest + "\"}").description());
        assertEquals(
                longest,
                block("{\"label\":\"a\",\"description\":\"" + longest + "\"}").description());
        assertThrows(Problem.class, () -> read("{\"description\":\"" + longest + "x\"}"));
        var problem =
                assertThrows(Problem.class, () -> block("{\"label\":\"a\",\"description\":\"" + longest + "x\"}"));
        assertEquals("/description", problem.errors().get(0).pointer());
    }

    @Test
    void tooLongKeyIsRefused() {
        var longest = "k".repeat(255);
        var json = "{\"label\":\"a\",\"provider\":{\"type\":\"s3-skills\",\"prefix\":\"\",\"keys\":[\"%s\"]}}";
        assertEquals(List.of(longest), block(json.formatted(longest)).provider().keys());
        assertThrows(Problem.class, () -> block(json.formatted(longest + "k")));
    }

    @Test
    void nameIsOptionalInBodyAndCheckedInPath() {
        assertEquals("gardener", read("{\"name\":\"gardener\"}").name());
        var problem = assertThrows(Problem.class, () -> AgentSpec.read("{}".getBytes(StandardCharsets.UTF_8), "a/b"));
        assertEquals(Code.INVALID_ID, problem.code());
    }

    private static ProfileSchema schema(String json) {
        return read("{\"profile\":{\"schema\":" + json + "}}").profile().schema();
    }

    /** Returns a schema with the given number of nested levels below its properties. */
    private static String nested(int levels) {
        return "{\"properties\":{\"a\":" + "{\"items\":".repeat(levels) + "{}" + "}".repeat(levels) + "}}";
    }

    @Test
    void tooLargeSchemaIsRefused() {
        assertEquals(List.of("a"), List.copyOf(schema(nested(6)).fields().keySet()));
        assertThrows(Problem.class, () -> schema(nested(7)));
        var many = new StringBuilder("{\"properties\":{\"f0\":{}");
        for (int i = 1; i < 199; i++) {
            many.append(",\"f").append(i).append("\":{}");
        }
        assertEquals(199, schema(many + "}}").fields().size());
        assertThrows(Problem.class, () -> schema(many + ",\"one\":{}}}"));
        var longest = "{\"description\":\"%s\",\"properties\":{\"a\":{}}}";
        int rest = (16 << 10) - longest.length() + 2;
        assertEquals(1, schema(longest.formatted("x".repeat(rest))).fields().size());
        assertThrows(Problem.class, () -> schema(longest.formatted("x".repeat(rest + 1))));
    }

    @Test
    void defaultSchemaHasAllFields() {
        assertEquals(
                List.of(
                        "expertise",
                        "tone",
                        "interests",
                        "currentGoal",
                        "sentiment",
                        "communicationStyle",
                        "keyEntities",
                        "longTermObjective"),
                List.copyOf(ProfileSchema.DEFAULT.fields().keySet()));
    }

    @Test
    void hintKeywordsAreKeptVerbatim() {
        var json =
                "{ \"$schema\":\"x\",\"title\":\"T\",\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":[\"string\",\"null\"],\"default\":null,\"maxLength\":5.0}}}";
        assertEquals(json, schema(json).json());
    }

    @Test
    void scopeIsParsedFromItsWord() {
        for (var scope : BlockScope.values()) {
            assertEquals(scope, BlockScope.of(scope.word(), "/scope"));
        }
        assertFalse(read(EVERYTHING).cachedPrompt());
    }

    /** Releases without summaries and profiles stored these members without checking their values. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "false",
                "true",
                "{ \"every\" : 5 }",
                "{\"every\":-1}",
                "{\"every\":\"often\",\"schema\":\"mine\",\"mode\":7}",
                "{\"style\":{\"tone\":[1.50,null]}}"
            })
    void legacyMembersAreReturnedVerbatim(String settings) {
        var body = "{\"model\":\"m\",\"summary\":" + settings + ",\"profile\":" + settings + "}";
        var stored = StoredAgent.of(body.getBytes(StandardCharsets.UTF_8), "gardener");
        assertEquals("m", stored.spec().model());
        var info = new String(
                new AgentInfo(stored.spec(), stored.legacyMembers(), 1, 0, 0).toBytes(), StandardCharsets.UTF_8);
        assertTrue(info.contains("\"summary\":" + settings + ",\"profile\":" + settings + ","), info);
    }

    @Test
    void validLegacyMemberTakesEffectAndInvalidIsIgnored() {
        var body = "{\"summary\":{\"every\":5},\"profile\":{\"every\":5,\"colour\":1}}";
        var spec = StoredAgent.of(body.getBytes(StandardCharsets.UTF_8), "gardener")
                .spec();
        assertEquals(5, spec.summary().every());
        assertNull(spec.profile());
        assertEquals(
                Code.UNKNOWN_FIELD,
                assertThrows(Problem.class, () -> read(body)).code());
    }

    @Test
    void unreadableStoredAgentIsServerError() {
        var body = "{\"model\":7}".getBytes(StandardCharsets.UTF_8);
        assertThrows(IllegalStateException.class, () -> StoredAgent.of(body, "gardener"));
    }
}
