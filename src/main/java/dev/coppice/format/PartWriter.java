package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.RawJson;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the members and arrays of parts that several formats write in the same way. Stateless. */
final class PartWriter {
    private PartWriter() {}

    static void raw(JsonGenerator out, String name, String json) throws IOException {
        out.writeFieldName(name);
        out.writeRawValue(json);
    }

    static void raw(JsonGenerator out, ModelMessage.Member member) throws IOException {
        out.writeFieldName(member.name());
        RawJson.write(out, member.json().bytes());
    }

    static void stored(JsonGenerator out, Content part) throws IOException {
        RawJson.write(out, part.source().json().bytes());
    }

    /** Writes the members of one part. The caller has already written the opening brace of the part's JSON object. */
    interface OfPart {
        void write(JsonGenerator out, Content part) throws IOException;
    }

    /**
     * Writes an array of parts. A part that is already stored in {@code format} is copied verbatim. For any other part,
     * {@code members} writes the members of a new JSON object.
     */
    static void array(JsonGenerator out, List<? extends Content> parts, MessageFormat format, OfPart members)
            throws IOException {
        out.writeStartArray();
        for (var part : parts) {
            if (part.isStoredAs(format)) {
                stored(out, part);
            } else {
                out.writeStartObject();
                members.write(out, part);
                out.writeEndObject();
            }
        }
        out.writeEndArray();
    }

    /**
     * Returns the output of a tool as one text, for formats that accept only text: each text or JSON value begins on a
     * new line. The output must contain no file.
     */
    static String text(List<Content> output) {
        return output.stream()
                .map(part -> part instanceof Content.Text text ? text.text() : ((Content.Json) part).json())
                .collect(Collectors.joining("\n"));
    }

    /** True if the output of a tool contains no files. */
    static boolean isText(List<Content> output) {
        return output.stream().noneMatch(Media.class::isInstance);
    }
}
