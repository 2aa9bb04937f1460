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

/**
 * Reads those keywords of a JSON Schema by which values are validated. Throws 422 {@code invalid}, with a JSON pointer,
 * if the schema is invalid, or if it has unsupported keywords that would change its meaning.
 */
final class JsonSchemaReader {
    /**
     * Maximum depth of nested schemas. Reading is recursive, so the depth must be limited; a profile needs two or three
     * levels.
     */
    private static final int MAX_DEPTH = 8;

    private static final int MAX_SCHEMAS = 200;

    private static final Set<String> TYPES =
            Set.of("string", "number", "integer", "boolean", "array", "object", "null");

    /** Keywords that are passed to the model as hints, but are not used to validate values. */
    private static final Set<String> HINTS = Set.of(
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
    private final String pointer;
    private int schemas;

    private JsonSchemaReader(JsonInput in, String pointer) {
        this.in = in;
        this.pointer = pointer;
    }

    /**
     * Reads a schema. Throws 422 {@code invalid} if it is not valid, has an unsupported keyword, contains too many
     * schemas, or is nested too deeply.
     *
     * @param json an object without duplicate keys
     * @param pointer JSON pointer to that object in the request, for error messages
     */
    static JsonSchema read(byte[] json, String pointer) {
        return new JsonSchemaReader(JsonInput.of(json), pointer).readSchema(1);
    }

    private JsonSchema readSchema(int depth) {
        if (!in.atObject()) {
            throw invalid("A schema must be an object.");
        }
        if (depth > MAX_DEPTH || ++schemas > MAX_SCHEMAS) {
            throw invalid(
                    "A schema must not have more than " + MAX_SCHEMAS + " nested schemas in " + MAX_DEPTH + " levels.");
        }
        var draft = new Draft(depth);
        in.object(draft::keyword);
        return draft.schema();
    }

    /** The keywords of one JSON Schema, collected while the schema is read. */
    private final class Draft {
        private final int depth;
        private final Set<String> types = new LinkedHashSet<>();
        private final Set<String> scalars = new LinkedHashSet<>();
        private final Map<String, JsonSchema> members = new LinkedHashMap<>();
        private final List<JsonSchema> alternatives = new ArrayList<>();
        private JsonSchema items;

        Draft(int depth) {
            this.depth = depth;
        }

        void keyword(String keyword) {
            switch (keyword) {
                case "type" -> each(() -> types.add(type()));
                case "enum" -> each(() -> scalars.add(scalar()));
                case "properties" -> readMembers(members, depth);
                case "items" -> items = readSchema(depth + 1);
                case "anyOf" -> each(() -> alternatives.add(readSchema(depth + 1)));
                default -> hint(keyword);
            }
        }

        JsonSchema schema() {
            return new JsonSchema(types, scalars, members, items, alternatives);
        }
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
            throw invalid("The type must be one of "
                    + String.join(", ", TYPES.stream().sorted().toList()) + ".");
        }
        return in.string();
    }

    /**
     * Returns the current scalar of the reader as JSON, so that the number 1 and the string "1" differ. Throws 422
     * {@code invalid} at an object or array.
     */
    private String scalar() {
        if (in.atObject() || in.atArray()) {
            throw invalid("Values of enum must be scalars.");
        }
        return in.atString() ? '"' + in.string() + '"' : in.json();
    }

    private void readMembers(Map<String, JsonSchema> members, int depth) {
        if (!in.atObject()) {
            throw invalid("Properties must be an object.");
        }
        in.object(name -> members.put(name, readSchema(depth + 1)));
    }

    private void hint(String keyword) {
        if (!HINTS.contains(keyword)) {
            throw invalid("This keyword is not supported in a profile's schema.");
        }
        in.skip();
    }

    private Problem invalid(String detail) {
        return Problem.at(pointer + in.pointer(), Code.INVALID, detail);
    }
}
