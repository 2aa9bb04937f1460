package dev.coppice.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** An answer that writes itself as JSON: short ones into memory, histories piece by piece to the socket. */
public interface JsonBody {
    JsonFactory WRITER = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            // An answer that broke off must not look like a whole one.
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .build();

    void write(JsonGenerator out) throws IOException;

    /** Writes to a stream that stays open; nothing recursive over user data happens here. */
    default void writeTo(OutputStream stream) throws IOException {
        try (var out = WRITER.createGenerator(stream)) {
            write(out);
        }
    }

    default byte[] toBytes() {
        var bytes = new ByteArrayOutputStream();
        try {
            writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Writes the members of an object. */
    interface Members {
        void write(JsonGenerator out) throws IOException;
    }

    /** An object that has these members, in memory. */
    static byte[] object(Members members) {
        JsonBody body = out -> {
            out.writeStartObject();
            members.write(out);
            out.writeEndObject();
        };
        return body.toBytes();
    }
}
