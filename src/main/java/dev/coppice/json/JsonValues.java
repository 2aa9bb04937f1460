package dev.coppice.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;

/**
 * Writes Java values as JSON. A {@code Map} becomes an object with the members in the map's order, an {@code Iterable}
 * an array. A {@code byte[]} or {@link JsonBody} becomes the JSON that it contains. A {@code Number} becomes a number,
 * a {@code Boolean} true or false, and null JSON null. Any other value becomes a string. The methods are recursive. So
 * use them only for values that the application builds; a client could send values of any depth.
 */
public final class JsonValues {
    private JsonValues() {}

    /**
     * Writes a Java value, such as a map, a list or a text, as the next JSON value of the generator. The comment of the
     * class says how each Java type is written.
     */
    public static void write(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (var entry : map.entrySet()) {
                out.writeFieldName(String.valueOf(entry.getKey()));
                write(out, entry.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof Iterable<?> items) {
            out.writeStartArray();
            for (var item : items) {
                write(out, item);
            }
            out.writeEndArray();
        } else {
            writeOther(out, value);
        }
    }

    private static void writeOther(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Number number) {
            out.writeNumber(number.toString());
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof byte[] json) {
            RawJson.write(out, json);
        } else if (value instanceof JsonBody body) {
            body.write(out);
        } else {
            out.writeString(value == null ? null : value.toString());
        }
    }
}
