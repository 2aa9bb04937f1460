package dev.coppice.support;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes JSON without loss: numbers are decimals. */
public final class Json {

    private static final StreamReadConstraints GENEROUS = StreamReadConstraints.builder()
            .maxNestingDepth(5_000)
            .maxStringLength(Integer.MAX_VALUE)
            .maxNumberLength(10_000_000)
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(
                    JsonFactory.builder().streamReadConstraints(GENEROUS).build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    public static JsonNode parse(byte[] json) {
        return MAPPER.readTree(json);
    }

    public static JsonNode parse(String json) {
        return MAPPER.readTree(json);
    }

    public static byte[] bytes(Object json) {
        return json instanceof byte[] raw ? raw : json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** An object of alternating names and values. A value is a Java object that maps to JSON, or a node. */
    public static ObjectNode object(Object... namesAndValues) {
        var object = MAPPER.createObjectNode();
        for (var i = 0; i < namesAndValues.length; i += 2) {
            object.set((String) namesAndValues[i], MAPPER.valueToTree(namesAndValues[i + 1]));
        }
        return object;
    }

    public static ArrayNode array(Object... values) {
        var array = MAPPER.createArrayNode();
        for (var value : values) {
            array.add(MAPPER.<JsonNode>valueToTree(value));
        }
        return array;
    }

    /** A JSON string literal. */
    public static String quote(String text) {
        return MAPPER.writeValueAsString(text);
    }

    /** One member of each element as text, in order; null where it is null or missing. */
    public static List<String> pluck(JsonNode array, String member) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(element -> text(element.path(member)))
                .toList();
    }

    /** The text of a node; null for JSON's null and for a missing node. */
    public static String text(JsonNode node) {
        return node.isNull() || node.isMissingNode() ? null : node.asString();
    }
}
