package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Which fields a profile has: the default ones, those of a JSON Schema, or such as a model proposes. Of a JSON Schema
 * {@code type}, {@code properties}, {@code items}, {@code enum} and {@code anyOf} are held against what a model answers;
 * descriptions, bounds and the like are advice to it. Immutable.
 *
 * @param json the JSON Schema as it came; null when a model proposes one
 * @param schema what is held against answers; null when a model proposes one
 */
public record ProfileSchema(String json, JsonSchema schema) implements JsonBody {
    /** The fields that a profile has when nothing else is said. */
    public static final ProfileSchema DEFAULT = of(
            """
            {"type":"object","properties":{\
            "expertise":{"type":"string","description":"What the user knows well, and how well"},\
            "tone":{"type":"string","description":"How the user speaks, for example casual or formal"},\
            "interests":{"type":"array","items":{"type":"string"},"description":"What the user likes and cares about"},\
            "currentGoal":{"type":"string","description":"What the user wants to achieve now"},\
            "sentiment":{"type":"string","description":"The user's mood in these messages"},\
            "communicationStyle":{"type":"array","items":{"type":"string"},\
            "description":"How the user wants to be answered, for example briefly or with examples"},\
            "keyEntities":{"type":"object",\
            "description":"Names of people, places and things that matter to the user, each with what it is"},\
            "longTermObjective":{"type":"string","description":"What the user wants to achieve in the long run"}}}""");

    /** A model proposes the fields from what the user says. */
    public static final ProfileSchema DYNAMIC = new ProfileSchema(null, null);

    private static final int MAX_BYTES = 16 << 10;

    /** A JSON Schema that is known to be right. */
    public static ProfileSchema of(String json) {
        return read(JsonInput.of(json.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The schema at the reader's place: {@code "default"}, {@code "dynamic"}, or a JSON Schema of an object. 422
     * {@code invalid} with a pointer to what is not supported.
     */
    public static ProfileSchema read(JsonInput in) {
        if (in.atString()) {
            return switch (in.string()) {
                case "default" -> DEFAULT;
                case "dynamic" -> DYNAMIC;
                default -> throw Problem.at(
                        in.pointer(), Code.INVALID, "A schema is default, dynamic, or a JSON Schema.");
            };
        }
        var where = in.pointer();
        if (!in.atObject()) {
            throw Problem.at(where, Code.MALFORMED, "Must be a string or an object.");
        }
        var json = in.slice(Code.INVALID);
        if (json.length > MAX_BYTES) {
            throw Problem.at(where, Code.INVALID, "A schema may have " + MAX_BYTES + " bytes.");
        }
        var schema = JsonSchemaReader.read(json, where);
        if (schema.members().isEmpty()) {
            throw Problem.at(where, Code.INVALID, "A profile's schema is that of an object with properties.");
        }
        return new ProfileSchema(new String(json, StandardCharsets.UTF_8), schema);
    }

    public boolean isDynamic() {
        return json == null;
    }

    /** The fields on the top level; empty when a model proposes them. */
    public Map<String, JsonSchema> fields() {
        return isDynamic() ? Map.of() : schema.members();
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        if (isDynamic()) {
            out.writeString("dynamic");
        } else if (equals(DEFAULT)) {
            out.writeString("default");
        } else {
            out.writeRawValue(json);
        }
    }
}
