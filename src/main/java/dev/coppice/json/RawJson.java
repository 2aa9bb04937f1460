package dev.coppice.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Stored JSON that is copied to a response byte for byte, without parsing. */
public final class RawJson implements SerializableString {
    private final byte[] json;

    private RawJson(byte[] json) {
        this.json = json;
    }

    /** Writes stored JSON as the next value of the generator. */
    public static void write(JsonGenerator out, byte[] json) throws IOException {
        out.writeRawValue(new RawJson(json));
    }

    @Override
    public String getValue() {
        return new String(json, StandardCharsets.UTF_8);
    }

    @Override
    public int charLength() {
        return json.length;
    }

    @Override
    public char[] asQuotedChars() {
        return getValue().toCharArray();
    }

    @Override
    public byte[] asUnquotedUTF8() {
        return json;
    }

    @Override
    public byte[] asQuotedUTF8() {
        return json;
    }

    @Override
    public int appendQuotedUTF8(byte[] buffer, int offset) {
        return appendUnquotedUTF8(buffer, offset);
    }

    @Override
    public int appendQuoted(char[] buffer, int offset) {
        return appendUnquoted(buffer, offset);
    }

    @Override
    public int appendUnquotedUTF8(byte[] buffer, int offset) {
        if (offset + json.length > buffer.length) {
            return -1;
        }
        System.arraycopy(json, 0, buffer, offset, json.length);
        return json.length;
    }

    @Override
    public int appendUnquoted(char[] buffer, int offset) {
        var chars = asQuotedChars();
        if (offset + chars.length > buffer.length) {
            return -1;
        }
        System.arraycopy(chars, 0, buffer, offset, chars.length);
        return chars.length;
    }

    @Override
    public int writeQuotedUTF8(OutputStream out) throws IOException {
        return writeUnquotedUTF8(out);
    }

    @Override
    public int writeUnquotedUTF8(OutputStream out) throws IOException {
        out.write(json);
        return json.length;
    }

    @Override
    public int putQuotedUTF8(ByteBuffer buffer) {
        return putUnquotedUTF8(buffer);
    }

    @Override
    public int putUnquotedUTF8(ByteBuffer buffer) {
        if (buffer.remaining() < json.length) {
            return -1;
        }
        buffer.put(json);
        return json.length;
    }
}
