package dev.coppice.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Writes members of a JSON object whose Java value may be null; null becomes JSON null. */
public final class NullableMembers {
    private NullableMembers() {}

    /** Writes a member with a whole number, or with JSON null. */
    public static void number(JsonGenerator out, String name, Number number) throws IOException {
        if (number == null) {
            out.writeNullField(name);
        } else {
            out.writeNumberField(name, number.longValue());
        }
    }

    /** Writes a member with stored JSON, copied byte for byte, or with JSON null. */
    public static void json(JsonGenerator out, String name, byte[] json) throws IOException {
        body(out, name, json == null ? null : value -> RawJson.write(value, json));
    }

    /** Writes a member whose value writes itself, or JSON null. */
    public static void body(JsonGenerator out, String name, JsonBody body) throws IOException {
        out.writeFieldName(name);
        if (body == null) {
            out.writeNull();
        } else {
            body.write(out);
        }
    }
}
