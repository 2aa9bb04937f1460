package dev.coppice.json;

import static com.fasterxml.jackson.core.JsonToken.END_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.FIELD_NAME;
import static com.fasterxml.jackson.core.JsonToken.START_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.START_OBJECT;
import static com.fasterxml.jackson.core.JsonToken.VALUE_NULL;
import static com.fasterxml.jackson.core.JsonToken.VALUE_STRING;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashSet;

/**
 * Reads one JSON body, token by token. {@link #object} passes the name of each member to a callback, which reads the
 * value; the callback is called for null, too. {@link #slice} returns the bytes of data that is stored verbatim. Throws
 * 400 {@code malformed} if a value has the wrong type or a name occurs twice; {@code slice} throws the problem that its
 * caller chooses for a name that occurs twice. {@link #unknown} throws 400 {@code unknown-field}. All these problems
 * contain the JSON pointer of the value. Time and memory are linear in the body. Not thread-safe.
 */
public final class JsonInput {
    /** Maximum levels of nesting in data that is stored verbatim, so that the parsers of clients can read it too. */
    public static final int MAX_DEPTH = 1000;

    /** Maximum digits of a number, few enough to be parsed fast. A longer number causes 400 {@code malformed}. */
    private static final int MAX_NUMBER = 1000;

    /** Factory of the parsers. They assume UTF-8 and do not detect the encoding, as {@link Utf8} has checked it. */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH + 64)
                    .maxNumberLength(MAX_NUMBER)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .build();

    /** Callback of {@link #object}: reads the value of the member with the given name. */
    public interface Member {
        void read(String name);
    }

    private final byte[] bytes;
    private final JsonParser parser;
    private final boolean escapesSurrogates;

    private JsonInput(byte[] bytes, JsonParser parser) {
        this.bytes = bytes;
        this.parser = parser;
        this.escapesSurrogates = Utf8.escapesSurrogates(bytes);
    }

    /**
     * Creates a reader at the first token of a body. Throws 400 {@code malformed} if the body is empty, is not in
     * UTF-8, or does not begin with JSON. Later methods throw it for errors in the rest of the JSON.
     */
    public static JsonInput of(byte[] body) {
        var bytes = Utf8.check(body);
        try {
            var input = new JsonInput(bytes, FACTORY.createParser(bytes));
            if (input.next() == null) {
                throw new Problem(Code.MALFORMED, "The body is empty. Send a JSON value.");
            }
            return input;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the whole body as one object, as {@link #object} does. Also throws 400 {@code malformed} if anything
     * follows it.
     */
    public void document(Member member) {
        object(member);
        end();
    }

    /** Checks that the body ends after the value just read; throws 400 {@code malformed} if anything follows. */
    public void end() {
        if (next() != null) {
            throw malformed("The body contains data after the JSON value");
        }
    }

    /** Reads an object, member by member. Throws 400 {@code malformed} if it is no object or a name occurs twice. */
    public void object(Member member) {
        if (parser.currentToken() != START_OBJECT) {
            throw wrong("an object");
        }
        var seen = new HashSet<String>();
        while (next() == FIELD_NAME) {
            var name = text();
            if (!seen.add(name)) {
                throw Problem.at(pointer(), Code.MALFORMED, "The object contains this field twice.");
            }
            next();
            member.read(name);
        }
    }

    /** Reads an array: calls {@code item} at each value to read it. Throws 400 {@code malformed} if it is no array. */
    public void array(Runnable item) {
        if (parser.currentToken() != START_ARRAY) {
            throw wrong("an array");
        }
        while (next() != END_ARRAY) {
            item.run();
        }
    }

    /** Always throws 400 {@code unknown-field}, for the current member. For the default case of a {@code switch}. */
    public Runnable unknown() {
        throw Problem.at(pointer(), Code.UNKNOWN_FIELD, "This field is unknown. Remove it or check its spelling.");
    }

    public boolean isNull() {
        return parser.currentToken() == VALUE_NULL;
    }

    public String string() {
        if (parser.currentToken() != VALUE_STRING) {
            throw wrong("a string");
        }
        return text();
    }

    public String stringOrNull() {
        return isNull() ? null : string();
    }

    public boolean bool() {
        var token = parser.currentToken();
        if (!token.isBoolean()) {
            throw wrong("true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    /**
     * Reads a whole number from {@code min} to {@code max}, inclusive. Throws 400 {@code malformed} if the value is not
     * a whole number, 400 {@code out-of-range} if it is outside of the range.
     */
    public long integer(long min, long max) {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw wrong("a whole number");
        }
        try {
            long value = parser.getLongValue();
            if (value >= min && value <= max) {
                return value;
            }
        } catch (IOException e) {
            // The number does not fit into a long: refused below.
        }
        throw Problem.at(pointer(), Code.OUT_OF_RANGE, "Must be between " + min + " and " + max + ".");
    }

    /** Reads a number, and returns its text in the body. Throws 400 {@code malformed} if the value is no number. */
    public String number() {
        if (!parser.currentToken().isNumeric()) {
            throw wrong("a number");
        }
        return text();
    }

    /**
     * Returns the current value's bytes. Throws 400 {@code malformed} if it is nested deeper than {@link #MAX_DEPTH},
     * 422 {@code invalid-id} if it is a message whose id has a lone surrogate, and a problem with the code
     * {@code invalid} if another string has one or an object has duplicate keys.
     */
    public byte[] slice(Code invalid) {
        return slice(invalid, MAX_DEPTH);
    }

    /** Does the same with another limit, for verbatim data with something around it. */
    public byte[] slice(Code invalid, int maxDepth) {
        int from = from();
        new VerbatimCheck(this, parser, invalid, maxDepth).run();
        return Arrays.copyOfRange(bytes, from, to());
    }

    /** Returns the byte offset at which the current token begins, in the body without its byte order mark. */
    public int from() {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    /** Returns the byte offset after the value that was just read, in the body without its byte order mark. */
    public int to() {
        try {
            parser.finishToken();
            return (int) parser.currentLocation().getByteOffset();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    public boolean atObject() {
        return parser.currentToken() == START_OBJECT;
    }

    public boolean atArray() {
        return parser.currentToken() == START_ARRAY;
    }

    public boolean atString() {
        return parser.currentToken() == VALUE_STRING;
    }

    public boolean atBoolean() {
        return parser.currentToken().isBoolean();
    }

    public boolean atInteger() {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
    }

    /** Skips the current value, including everything nested in it. */
    public void skip() {
        try {
            parser.skipChildren();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Returns the current value as text: a string without quotes, any other value as JSON without white space. */
    public String json() {
        if (!atObject() && !atArray()) {
            return text();
        }
        try {
            return CompactJson.copy(parser);
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    boolean escapesSurrogates() {
        return escapesSurrogates;
    }

    JsonToken currentToken() {
        return parser.currentToken();
    }

    JsonToken next() {
        try {
            return parser.nextToken();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Returns the name of the current object member; null in an array. */
    String name() {
        return parser.getParsingContext().getCurrentName();
    }

    String text() {
        try {
            return parser.getText();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Returns the JSON pointer (RFC 6901) of the current value, with a question mark for each lone surrogate in it. */
    public String pointer() {
        return Utf8.withoutLoneSurrogates(
                parser.getParsingContext().pathAsPointer().toString());
    }

    private Problem wrong(String expected) {
        return Problem.at(pointer(), Code.MALFORMED, "Must be " + expected + ".");
    }

    private Problem malformed(IOException e) {
        return e instanceof StreamConstraintsException
                ? malformed("The JSON is nested too deeply, or a number is too long")
                : malformed("The body is not valid JSON");
    }

    /** Creates a problem. Its detail contains nothing of the body, because clients may log it. */
    private Problem malformed(String what) {
        var at = parser.currentLocation();
        return new Problem(Code.MALFORMED, what + ", at line " + at.getLineNr() + ", column " + at.getColumnNr() + ".");
    }
}
