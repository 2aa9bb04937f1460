package dev.coppice.client;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads JSON from a stream, value by value. Can return a value as it was written. Expects valid JSON, because the
 * server sends no other. It detects a stream that ends too early, but not all other errors. Not thread-safe.
 */
final class JsonReader implements Closeable {
    private static final int INITIAL = 1 << 13;

    private final InputStream in;
    private byte[] buffer = new byte[INITIAL];
    private int position;
    private int end;
    /**
     * Index in {@link #buffer} of the first byte of the value that {@link #raw} is reading, which must stay in the
     * buffer; -1 if no value is being read.
     */
    private int mark = -1;

    JsonReader(InputStream in) {
        this.in = in;
    }

    static JsonReader of(String json) {
        return new JsonReader(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the first byte of the next token, without consuming it. */
    int peek() throws IOException {
        while (true) {
            if (position == end) {
                fill();
            }
            byte next = buffer[position];
            if (next != ' ' && next != '\n' && next != '\r' && next != '\t') {
                return next;
            }
            position++;
        }
    }

    void beginObject() throws IOException {
        expect('{');
    }

    void beginArray() throws IOException {
        expect('[');
    }

    /**
     * Returns the name of the next member of the current object, and consumes the name. Returns null at the end of the
     * object.
     */
    String name() throws IOException {
        if (!isMore('}')) {
            return null;
        }
        var name = string();
        expect(':');
        return name;
    }

    /** True if the current array has a further element. At the end of the array, consumes the end and returns false. */
    boolean hasElement() throws IOException {
        return isMore(']');
    }

    private boolean isMore(char close) throws IOException {
        if (peek() == ',') {
            position++;
        }
        if (peek() != close) {
            return true;
        }
        position++;
        return false;
    }

    /**
     * Reads a value that is a string or null, and returns its text or null. Throws {@code IOException} for any other
     * value.
     */
    String string() throws IOException {
        var raw = raw();
        return raw.equals("null") ? null : unquote(raw);
    }

    private static String unquote(String raw) throws IOException {
        if (raw.charAt(0) != '"') {
            throw new IOException("The server's JSON has " + raw + " instead of a string");
        }
        if (raw.indexOf('\\') < 0) {
            return raw.substring(1, raw.length() - 1);
        }
        var text = new StringBuilder(raw.length());
        for (int i = 1; i < raw.length() - 1; i++) {
            char c = raw.charAt(i);
            if (c != '\\') {
                text.append(c);
            } else if (raw.charAt(++i) == 'u') {
                text.append((char) Integer.parseInt(raw, i + 1, i + 5, 16));
                i += 4;
            } else {
                text.append(unescaped(raw.charAt(i)));
            }
        }
        return text.toString();
    }

    private static char unescaped(char escape) {
        return switch (escape) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escape;
        };
    }

    /** Reads a value of any type, and returns its JSON as it was written. */
    String raw() throws IOException {
        peek();
        mark = position;
        skip();
        var raw = new String(buffer, mark, position - mark, StandardCharsets.UTF_8);
        mark = -1;
        return raw;
    }

    /** Reads a value of any type without returning it. */
    void skip() throws IOException {
        peek();
        int depth = 0;
        do {
            int next = peek();
            position++;
            switch (next) {
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                case '"' -> skipString();
                case ',', ':' -> {}
                default -> skipLiteral();
            }
        } while (depth > 0);
    }

    private void skipString() throws IOException {
        for (int next = read(); next != '"'; next = read()) {
            if (next == '\\') {
                read();
            }
        }
    }

    private void skipLiteral() throws IOException {
        while (position < end || tryFill()) {
            byte next = buffer[position];
            if (next <= ' ' || next == ',' || next == '}' || next == ']') {
                return;
            }
            position++;
        }
    }

    private void expect(char expected) throws IOException {
        if (peek() != expected) {
            throw new IOException("The server's JSON has '" + (char) peek() + "' instead of '" + expected + "'");
        }
        position++;
    }

    private int read() throws IOException {
        if (position == end) {
            fill();
        }
        return buffer[position++];
    }

    private void fill() throws IOException {
        if (!tryFill()) {
            throw new EOFException("The server's JSON ended too early");
        }
    }

    /**
     * Reads more bytes into {@link #buffer}. Keeps the bytes from {@link #mark} on, or, without a mark, those that were
     * not consumed yet. Returns false at the end of the stream.
     */
    private boolean tryFill() throws IOException {
        int from = mark < 0 ? position : mark;
        if (end - from == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        } else if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, end - from);
            position -= from;
            end -= from;
            mark = mark < 0 ? mark : 0;
        }
        int count = in.read(buffer, end, buffer.length - end);
        end += Math.max(0, count);
        return count > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
