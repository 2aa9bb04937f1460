package dev.coppice.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonBody.Members;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Writes the lines of an export. Each line is a JSON object with one member: the name is the kind of the line, the value
 * is an object. Not thread-safe.
 */
final class Lines {
    private final OutputStream stream;

    Lines(OutputStream stream) {
        this.stream = stream;
    }

    /** Writes a line {@code {"KIND":{…}}} whose object has the given members. */
    void add(String kind, Members members) {
        object(kind, out -> {
            out.writeStartObject();
            members.write(out);
            out.writeEndObject();
        });
    }

    /**
     * Writes a line {@code {"KIND":OBJECT}} with a given object. Throws {@code UncheckedIOException} if the stream
     * fails.
     */
    void object(String kind, JsonBody object) {
        JsonBody line = (JsonGenerator out) -> {
            out.writeStartObject();
            out.writeFieldName(kind);
            object.write(out);
            out.writeEndObject();
        };
        try {
            line.writeTo(stream);
            stream.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
