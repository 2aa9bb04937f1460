package dev.coppice.state;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Fingerprint;
import dev.coppice.json.JsonInput;
import java.util.Arrays;
import java.util.Set;

/**
 * A JSON value as its sender wrote it, with the fingerprint by which it is compared: the order of keys, white space and the
 * way a number is written don't count. Immutable; nobody writes into the arrays.
 */
public record ListItem(byte[] json, byte[] fingerprint) {
    /** Reads one JSON value; 400 {@code malformed}, 422 {@code invalid} for duplicate keys and half surrogate pairs. */
    public static ListItem of(byte[] json) {
        var in = JsonInput.of(json);
        var slice = in.slice(Code.INVALID);
        in.end();
        return ofSlice(slice);
    }

    /** The value at the reader's place. */
    public static ListItem read(JsonInput in) {
        return ofSlice(in.slice(Code.INVALID));
    }

    private static ListItem ofSlice(byte[] slice) {
        return new ListItem(slice, Fingerprint.of(slice, Set.of()));
    }

    /** True when the other's value is the same, however it is written. */
    public boolean isEqualTo(byte[] otherFingerprint) {
        return Arrays.equals(fingerprint, otherFingerprint);
    }

    /** True for JSON's null. */
    public boolean isNull() {
        return json[0] == 'n';
    }

    /** The JSON, or null for JSON's null. */
    public byte[] jsonOrNull() {
        return isNull() ? null : json;
    }

    /** 413 {@code too-large} beyond so many bytes. */
    public ListItem within(int maxBytes) {
        if (json.length > maxBytes) {
            throw new Problem(Code.TOO_LARGE, "A value, or an item of a list, may have " + maxBytes + " bytes.");
        }
        return this;
    }
}
