package dev.coppice.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * A JSON value that can write itself, for example the body of a response. {@link #writeTo} writes it to a stream in
 * chunks; {@link #toBytes} builds it in memory.
 */
public interface JsonBody {
    JsonFactory WRITER = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            // Closing open objects and arrays would make an answer that failed midway look complete.
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .build();

    /** Writes this body as one JSON value. */
    void write(JsonGenerator out) throws IOException;

    /** Writes this body to a stream in UTF-8, and leaves the stream open. */
    default void writeTo(OutputStream stream) throws IOException {
        try (var out = WRITER.createGenerator(stream)) {
            write(out);
        }
    }

    /** Returns this body as JSON in UTF-8. */
    default byte[] toBytes() {
        var bytes = new ByteArrayOutputStream();
        try {
            writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Writes the members of a JSON object. */
    interface Members {
        /** Writes the members into a JSON object that is open. Does not close the object. */
        void write(JsonGenerator out) throws IOException;
    }

    /** Returns a JSON object in UTF-8 with the members that {@code members} writes. */
    static byte[] object(Members members) {
        JsonBody body = out -> {
            out.writeStartObject();
            members.write(out);
            out.writeEndObject();
        };
        return body.toBytes();
    }
}
