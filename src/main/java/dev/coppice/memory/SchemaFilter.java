package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Problem.Code;
import dev.coppice.agent.JsonSchema;
import dev.coppice.agent.ProfileSchema;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import dev.coppice.json.RawJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Filters a model's answer by a schema. Leaves out members that are not in the schema, values that the schema does not
 * allow, and empty values (null, a blank text, an empty array or object). The recursion is as deep as the schema. Pure.
 */
final class SchemaFilter {
    /**
     * Maximum number of JSON pointers in a result. They point to values that were left out, for people who look for an
     * error in the schema, so a few are enough.
     */
    private static final int MAX_DROPPED = 20;

    private final JsonInput in;
    private final List<String> dropped = new ArrayList<>();

    private SchemaFilter(JsonInput in) {
        this.in = in;
    }

    /**
     * The values of a model's answer that match the schema.
     *
     * @param fields the matching values, as fields of a profile
     * @param dropped JSON pointers to the values of the answer that do not match, at most the first
     *     {@value #MAX_DROPPED}
     */
    record Result(ProfileFields fields, List<String> dropped) {}

    /**
     * Returns the values of an answer that match the schema. Throws a {@code Problem} if the answer is not a JSON
     * object.
     */
    static Result of(byte[] answer, ProfileSchema schema) {
        var filter = new SchemaFilter(JsonInput.of(answer));
        var values = new LinkedHashMap<String, byte[]>();
        filter.in.object(
                name -> filter.member(name, schema.fields().get(name)).ifPresent(json -> values.put(name, json)));
        return new Result(new ProfileFields(values), List.copyOf(filter.dropped));
    }

    private Optional<byte[]> member(String name, JsonSchema schema) {
        return schema == null ? drop() : value(schema);
    }

    private Optional<byte[]> drop() {
        if (!in.isNull() && dropped.size() < MAX_DROPPED) {
            dropped.add(in.pointer());
        }
        in.skip();
        return Optional.empty();
    }

    private Optional<byte[]> value(JsonSchema schema) {
        if (in.atObject()) {
            return schema.forType("object").map(this::object).orElseGet(this::drop);
        }
        return in.atArray() ? schema.forType("array").map(this::array).orElseGet(this::drop) : scalar(schema);
    }

    private Optional<byte[]> object(JsonSchema schema) {
        var values = new LinkedHashMap<String, byte[]>();
        in.object(name -> {
            var one = schema.members().isEmpty()
                    ? anything()
                    : member(name, schema.members().get(name));
            one.ifPresent(json -> values.put(name, json));
        });
        return values.isEmpty() ? Optional.empty() : Optional.of(new ProfileFields(values).toBytes());
    }

    private Optional<byte[]> array(JsonSchema schema) {
        var values = new ArrayList<byte[]>();
        in.array(() -> (schema.items() == null ? anything() : value(schema.items())).ifPresent(values::add));
        return values.isEmpty() ? Optional.empty() : Optional.of(json(out -> array(out, values)));
    }

    private static void array(JsonGenerator out, List<byte[]> values) throws IOException {
        out.writeStartArray();
        for (var value : values) {
            RawJson.write(out, value);
        }
        out.writeEndArray();
    }

    private static byte[] json(JsonBody body) {
        return body.toBytes();
    }

    private Optional<byte[]> anything() {
        return in.isNull() ? drop() : Optional.of(in.slice(Code.INVALID));
    }

    private Optional<byte[]> scalar(JsonSchema schema) {
        if (in.isNull() || in.atString() && in.string().isBlank()) {
            return Optional.empty();
        }
        var text = in.json();
        var word = in.atString() ? '"' + text + '"' : text;
        boolean fits =
                schema.forType(type(text)).filter(one -> one.allows(word)).isPresent();
        return fits ? Optional.of(in.slice(Code.INVALID)) : drop();
    }

    private String type(String text) {
        if (in.atString()) {
            return "string";
        }
        if (text.equals("true") || text.equals("false")) {
            return "boolean";
        }
        return in.atInteger() ? "integer" : "number";
    }
}
