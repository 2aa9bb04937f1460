package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a JSON Schema, as far as it is held against values; what else would change its meaning is refused. */
final class JsonSchemaReader {
    /** Schemas within schemas: a profile is no tree, and each level is a call. */
    private static final int MAX_DEPTH = 8;

    private static final int MAX_SCHEMAS = 200;

    private static final Set<String> TYPES =
            Set.of("string", "number", "integer", "boolean", "array", "object", "null");

    /** What a model is told and nothing is held against. */
    private static final Set<String> ADVICE = Set.of(
            "title",
            "description",
            "default",
            "examples",
            "format",
            "required",
            "additionalProperties",
            "minLength",
            "maxLength",
            "pattern",
            "minimum",
            "maximum",
            "minItems",
            "maxItems",
            "uniqueItems",
            "$schema",
            "$id",
            "$comment");

    private final JsonInput in;
    private final String where;
    private int schemas;

    private JsonSchemaReader(JsonInput in, String where) {
        this.in = in;
        this.where = where;
    }

    /**
     * @param json an object without a key that stands twice
     * @param where it stood in the request
     */
    static JsonSchema read(byte[] json, String where) {
        return new JsonSchemaReader(JsonInput.of(json), where).schema(1);
    }

    private JsonSchema schema(int depth) {
        if (!in.atObject()) {
            throw wrong("A schema is an object.");
        }
        if (depth > MAX_DEPTH || ++schemas > MAX_SCHEMAS) {
            throw wrong("A schema may have " + MAX_SCHEMAS + " schemas in " + MAX_DEPTH + " levels.");
        }
        Set<String> types = new LinkedHashSet<>();
        Set<String> words = new LinkedHashSet<>();
        Map<String, JsonSchema> members = new LinkedHashMap<>();
        List<JsonSchema> alternatives = new ArrayList<>();
        var items = new JsonSchema[1];
        in.object(keyword -> {
            switch (keyword) {
                case "type" -> each(() -> types.add(type()));
                case "enum" -> each(() -> words.add(word()));
                case "properties" -> members(members, depth);
                case "items" -> items[0] = schema(depth + 1);
                case "anyOf" -> each(() -> alternatives.add(schema(depth + 1)));
                default -> advice(keyword);
            }
        });
        return new JsonSchema(types, words, members, items[0], alternatives);
    }

    private void each(Runnable item) {
        if (in.atArray()) {
            in.array(item);
        } else {
            item.run();
        }
    }

    private String type() {
        if (!in.atString() || !TYPES.contains(in.string())) {
            throw wrong("A type is one of "
                    + String.join(", ", TYPES.stream().sorted().toList()) + ".");
        }
        return in.string();
    }

    /** As JSON, because the number 1 is not the text "1". */
    private String word() {
        if (in.atObject() || in.atArray()) {
            throw wrong("Only scalars are enumerated.");
        }
        return in.atString() ? '"' + in.string() + '"' : in.json();
    }

    private void members(Map<String, JsonSchema> members, int depth) {
        if (!in.atObject()) {
            throw wrong("Properties are an object.");
        }
        in.object(name -> members.put(name, schema(depth + 1)));
    }

    private void advice(String keyword) {
        if (!ADVICE.contains(keyword)) {
            throw wrong("This keyword is not supported in the schema of a profile.");
        }
        in.skip();
    }

    private Problem wrong(String what) {
        return Problem.at(where + in.pointer(), Code.INVALID, what);
    }
}
