package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Members, and arrays of parts, as more than one shape writes them. */
final class PartWriter {
    private PartWriter() {}

    /** A member that is JSON already. */
    static void raw(JsonGenerator out, String name, String json) throws IOException {
        out.writeFieldName(name);
        out.writeRawValue(json);
    }

    /** A part as it was stored. */
    static void stored(JsonGenerator out, Part part) throws IOException {
        out.writeRawValue(part.source().json());
    }

    /** Writes the members of one part. */
    interface OfPart {
        void write(JsonGenerator out, Part part) throws IOException;
    }

    /** An array of objects: parts as they were stored in a shape, else with the members that that shape has for them. */
    static void array(JsonGenerator out, List<? extends Part> parts, MessageFormat messageFormat, OfPart members)
            throws IOException {
        out.writeStartArray();
        for (var part : parts) {
            if (part.isStoredAs(messageFormat)) {
                stored(out, part);
            } else {
                out.writeStartObject();
                members.write(out, part);
                out.writeEndObject();
            }
        }
        out.writeEndArray();
    }

    /** What a tool gave back as one text, for those who take nothing else. */
    static String text(List<Part> output) {
        return output.stream()
                .map(part -> part instanceof Part.Text said ? said.text() : ((Part.Json) part).json())
                .collect(Collectors.joining("\n"));
    }

    /** True for an output that is a text, or several. */
    static boolean isText(List<Part> output) {
        return output.stream().noneMatch(Media.class::isInstance);
    }
}
