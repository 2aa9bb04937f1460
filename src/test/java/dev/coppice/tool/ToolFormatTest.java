package dev.coppice.tool;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.LoadedSkill;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares tool declarations in all formats with golden files. */
class ToolFormatTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(VersionFlag.V202012);

    private static byte[] listed(ToolFormat format) {
        return new ToolList(ToolFixtures.tools(new LoadedSkill("skills", "pruning")), format).toBytes();
    }

    /** Returns the schema of a tool's arguments, which is in a different member in each format. */
    private static JsonNode schema(JsonNode tool) {
        return List.of("parameters", "input_schema", "inputSchema").stream()
                .map(tool::findValue)
                .filter(found -> found != null)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void toolsEqualGoldenFile(ToolFormat format) throws IOException {
        try (var golden = getClass().getResourceAsStream("/tools/" + format.word() + ".json")) {
            assertEquals(
                    new String(golden.readAllBytes(), StandardCharsets.UTF_8),
                    JSON.readTree(listed(format)).toPrettyString() + "\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void equalToolsGiveEqualBytes(ToolFormat format) {
        assertArrayEquals(listed(format), listed(format));
    }

    @ParameterizedTest
    @EnumSource
    void parametersAreValidJsonSchemas(ToolFormat format) throws IOException {
        var meta = SCHEMAS.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        var tools = JSON.readTree(listed(format)).path("tools");
        assertEquals(ToolName.values().length, tools.size());
        for (var tool : tools) {
            var schema = schema(tool);
            assertEquals(Set.of(), meta.validate(schema));
            assertEquals("object", schema.path("type").asText());
            assertTrue(schema.path("properties").isObject()
                    && schema.path("required").isArray());
            assertFalse(schema.path("additionalProperties").asBoolean(true));
        }
    }

    /**
     * Compares the tools' check of arguments with an independent validator of the declared schema. They differ for null,
     * which the check takes as an absent argument, and for unknown arguments, which a call ignores.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"label\":\"memory\",\"content\":\"c\"}",
                "{\"label\":\"skills\",\"content\":\"\",\"action\":\"append\",\"metadata\":{\"title\":\"t\"}}",
                "{}",
                "{\"label\":\"soul\",\"content\":\"c\"}",
                "{\"label\":\"memory\",\"content\":1}",
                "{\"label\":\"memory\",\"content\":\"c\",\"action\":\"delete\"}",
                "{\"label\":\"skills\",\"content\":\"c\",\"metadata\":[]}",
                "{\"label\":\"skills\",\"content\":\"c\",\"key\":\"k\"}",
                "{\"label\":\"skills\",\"content\":\"c\",\"metadata\":{\"title\":1}}"
            })
    void checkAgreesWithDeclaredSchema(String arguments) throws IOException {
        var tool = ToolFixtures.tools().get(0);
        JsonSchema schema =
                SCHEMAS.getSchema(schema(JSON.readTree(listed(ToolFormat.MCP)).at("/tools/0")));
        assertEquals(
                schema.validate(arguments, InputFormat.JSON).isEmpty(),
                tool.fault(ToolArguments.read(arguments.getBytes(StandardCharsets.UTF_8)))
                        .isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"openai,OPENAI", "openai-responses,OPENAI_RESPONSES", "anthropic,ANTHROPIC", "mcp,MCP", "ai-sdk,AI_SDK"
    })
    void formatIsFoundByWord(String word, ToolFormat format) {
        assertSame(format, ToolFormat.of(word));
    }

    @Test
    void openaiIsDefault() {
        assertSame(ToolFormat.OPENAI, ToolFormat.of(null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "OpenAI", "openai_responses", "gemini"})
    void unknownFormatIsRefused(String word) {
        assertEquals(
                Code.MALFORMED,
                assertThrows(Problem.class, () -> ToolFormat.of(word)).code());
    }
}
