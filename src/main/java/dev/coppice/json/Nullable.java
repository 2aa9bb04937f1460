package dev.coppice.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Members of an answer whose value may be missing: null stands in its place. */
public final class Nullable {
    private Nullable() {}

    /** A whole number. */
    public static void number(JsonGenerator out, String name, Number number) throws IOException {
        if (number == null) {
            out.writeNullField(name);
        } else {
            out.writeNumberField(name, number.longValue());
        }
    }

    /** A stored value, as it lies. */
    public static void json(JsonGenerator out, String name, byte[] json) throws IOException {
        body(out, name, json == null ? null : value -> RawJson.write(value, json));
    }

    /** Something that writes itself. */
    public static void body(JsonGenerator out, String name, JsonBody body) throws IOException {
        out.writeFieldName(name);
        if (body == null) {
            out.writeNull();
        } else {
            body.write(out);
        }
    }
}
