package dev.coppice.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonBody.Members;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Writes the lines of an export. Each line is a JSON object with one member, whose name is the kind of the line and
 * whose value is an object. Messages and other values are stored as they were sent, possibly with line breaks between
 * their tokens; each line break becomes a space. Not thread-safe.
 */
final class Lines {
    private final OutputStream stream;

    Lines(OutputStream stream) {
        this.stream = stream;
    }

    /**
     * Writes a line such as {@code {"end":{"messages":40}}}. Throws {@code UncheckedIOException} if the stream fails.
     *
     * @param kind kind of the line, here {@code end}
     * @param members writes the members of the inner object, here {@code messages}
     */
    void add(String kind, Members members) {
        object(kind, out -> {
            out.writeStartObject();
            members.write(out);
            out.writeEndObject();
        });
    }

    /**
     * Writes a line such as {@code {"session":{"id":"hazel",…}}}. Throws {@code UncheckedIOException} if the stream
     * fails.
     *
     * @param kind kind of the line, here {@code session}
     * @param object writes the inner object
     */
    void object(String kind, JsonBody object) {
        JsonBody line = (JsonGenerator out) -> {
            out.writeStartObject();
            out.writeFieldName(kind);
            object.write(out);
            out.writeEndObject();
        };
        try {
            line.writeTo(new OneLine(stream));
            stream.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Passes JSON on with each line break as a space. In valid JSON, line breaks are only between tokens. */
    private static final class OneLine extends OutputStream {
        private final OutputStream out;

        OneLine(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b == '\n' || b == '\r' ? ' ' : b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            // A copy, because the array may be the value that is stored.
            var copy = Arrays.copyOfRange(bytes, offset, offset + length);
            for (int i = 0; i < length; i++) {
                copy[i] = copy[i] == '\n' || copy[i] == '\r' ? (byte) ' ' : copy[i];
            }
            out.write(copy);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
