package dev.coppice.state;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Fingerprint;
import dev.coppice.json.JsonInput;
import java.util.Arrays;
import java.util.Set;

/**
 * A JSON value, with a fingerprint by which values are compared. Immutable; the arrays must not be modified.
 *
 * @param json the value as it was sent
 * @param fingerprint SHA-256 hash of the value that ignores the order of keys, white space, escapes in strings and the
 *     notation of numbers
 */
public record ListItem(byte[] json, byte[] fingerprint) {
    /**
     * Reads one JSON value. Throws 400 {@code malformed} if {@code json} is not valid JSON or has more than one value,
     * 422 {@code invalid} if it contains duplicate keys or lone surrogates.
     */
    public static ListItem of(byte[] json) {
        var in = JsonInput.of(json);
        var slice = in.slice(Code.INVALID);
        in.end();
        return ofSlice(slice);
    }

    /**
     * Reads the JSON value at the reader's current position. Throws 400 {@code malformed} if it is not valid JSON, 422
     * {@code invalid} if it contains duplicate keys or lone surrogates.
     */
    public static ListItem read(JsonInput in) {
        return ofSlice(in.slice(Code.INVALID));
    }

    private static ListItem ofSlice(byte[] slice) {
        return new ListItem(slice, Fingerprint.of(slice, Set.of()));
    }

    /** True if {@code otherFingerprint} is the fingerprint of a value equal to this one. */
    public boolean isEqualTo(byte[] otherFingerprint) {
        return Arrays.equals(fingerprint, otherFingerprint);
    }

    /** True if this value is JSON {@code null}. */
    public boolean isNull() {
        return json[0] == 'n';
    }

    /** Returns the value as it was sent; null if it is JSON {@code null}. */
    public byte[] jsonOrNull() {
        return isNull() ? null : json;
    }

    /** Returns this value. Throws 413 {@code too-large} if its JSON has more than {@code maxBytes} bytes. */
    public ListItem within(int maxBytes) {
        if (json.length > maxBytes) {
            throw new Problem(Code.TOO_LARGE, "A value or an item of a list may have at most " + maxBytes + " bytes.");
        }
        return this;
    }
}
