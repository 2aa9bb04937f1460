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
 * The fields that a user's profile may have: the default fields, the fields of a JSON Schema, or fields that the model
 * proposes. The server validates the model's answer by the keywords {@code type}, {@code properties}, {@code items},
 * {@code enum} and {@code anyOf} of a JSON Schema. All other keywords, such as descriptions and bounds, are hints for
 * the model. Immutable.
 *
 * @param json the JSON Schema as received; null if the model proposes the fields
 * @param schema the keywords by which the answer is validated; null if the model proposes the fields
 */
public record ProfileSchema(String json, JsonSchema schema) implements JsonBody {
    /** The schema of an agent that declares no fields for profiles. */
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

    /** A schema without fixed fields: the model proposes fields from the user's messages. */
    public static final ProfileSchema DYNAMIC = new ProfileSchema(null, null);

    private static final int MAX_BYTES = 16 << 10;

    /** Creates a profile schema from the text of a JSON Schema, which must be valid. */
    public static ProfileSchema of(String json) {
        return read(JsonInput.of(json.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Reads a schema. The reader must be at its value: {@code "default"}, {@code "dynamic"}, or a JSON Schema of an
     * object. Throws 400 {@code malformed} if the value is neither a string nor an object, 422 {@code invalid} if it is
     * any other string, or if the JSON Schema is invalid, unsupported, too large or without properties. The error
     * contains a JSON pointer.
     */
    public static ProfileSchema read(JsonInput in) {
        if (in.atObject()) {
            return readObject(in);
        }
        if (!in.atString()) {
            throw Problem.at(in.pointer(), Code.MALFORMED, "Must be a string or an object.");
        }
        return switch (in.string()) {
            case "default" -> DEFAULT;
            case "dynamic" -> DYNAMIC;
            default -> throw Problem.at(
                    in.pointer(), Code.INVALID, "The schema must be default, dynamic, or a JSON Schema.");
        };
    }

    private static ProfileSchema readObject(JsonInput in) {
        var pointer = in.pointer();
        var json = in.slice(Code.INVALID);
        if (json.length > MAX_BYTES) {
            throw Problem.at(pointer, Code.INVALID, "The schema must not exceed " + MAX_BYTES + " bytes.");
        }
        var schema = JsonSchemaReader.read(json, pointer);
        if (schema.members().isEmpty()) {
            throw Problem.at(pointer, Code.INVALID, "The schema must describe an object with properties.");
        }
        return new ProfileSchema(new String(json, StandardCharsets.UTF_8), schema);
    }

    public boolean isDynamic() {
        return json == null;
    }

    /** Returns the schemas of the profile's top-level fields by name; empty if the model proposes the fields. */
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
