package dev.coppice.json;

import com.fasterxml.jackson.core.JsonToken;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The SHA-256 of a JSON value, not of its spelling: equal for equal values whatever the order of keys, the white
 * space, the escapes and the way a number is written. Numbers are compared as decimals that are never expanded, so
 * {@code 1e999999999} costs what {@code 1} costs.
 */
public final class Fingerprint {
    /** An object or array that is being read: of an object each member's name and value, of an array each value. */
    private record Frame(boolean object, List<byte[]> parts) {}

    private Fingerprint() {}

    /** The fingerprint of one JSON value; members of the top level object named in {@code except} do not count. */
    public static byte[] of(byte[] json, Set<String> except) {
        var input = JsonInput.of(json);
        var digest = sha256();
        var stack = new ArrayDeque<Frame>();
        var names = new ArrayDeque<String>();
        var token = input.currentToken();
        while (true) {
            byte[] value = null;
            switch (token) {
                case START_OBJECT, START_ARRAY -> stack.push(
                        new Frame(token == JsonToken.START_OBJECT, new ArrayList<>()));
                case FIELD_NAME -> names.push(input.text());
                case END_OBJECT, END_ARRAY -> value = sum(digest, stack.pop());
                case VALUE_STRING -> value = tagged('s', input.text());
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> value = tagged('n', decimal(input.text()));
                default -> value = tagged('l', input.text());
            }
            if (value != null) {
                if (stack.isEmpty()) {
                    return digest.digest(value);
                }
                var frame = stack.peek();
                var name = frame.object() ? names.pop() : null;
                if (name == null) {
                    frame.parts().add(value);
                } else if (stack.size() > 1 || !except.contains(name)) {
                    frame.parts().add(member(name, value));
                }
            }
            token = input.next();
        }
    }

    /** Members in the order of their bytes, items in their own; each with its length, so that no two sums can meet. */
    private static byte[] sum(MessageDigest digest, Frame frame) {
        if (frame.object()) {
            frame.parts().sort(Arrays::compareUnsigned);
        }
        digest.update((byte) (frame.object() ? '{' : '['));
        for (var part : frame.parts()) {
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
            digest.update(part);
        }
        return digest.digest();
    }

    private static byte[] member(String name, byte[] value) {
        var key = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + key.length + value.length)
                .putInt(key.length)
                .put(key)
                .put(value)
                .array();
    }

    /** A scalar is its own sum, marked so that it is none of another kind. */
    private static byte[] tagged(char kind, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + bytes.length).put((byte) kind).put(bytes).array();
    }

    /** SHA-256, which every Java platform has. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One spelling for each decimal: its significant digits and the power of ten behind them. */
    static String decimal(String number) {
        int e = Math.max(number.indexOf('e'), number.indexOf('E'));
        var mantissa = e < 0 ? number : number.substring(0, e);
        var exponent =
                e < 0 ? BigInteger.ZERO : new BigInteger(number.substring(number.charAt(e + 1) == '+' ? e + 2 : e + 1));
        boolean negative = mantissa.startsWith("-");
        int dot = mantissa.indexOf('.');
        var digits = mantissa.substring(negative ? 1 : 0).replace(".", "");
        int fraction = dot < 0 ? 0 : mantissa.length() - dot - 1;
        int from = 0;
        int to = digits.length();
        while (from < to && digits.charAt(from) == '0') {
            from++;
        }
        while (to > from && digits.charAt(to - 1) == '0') {
            to--;
        }
        if (from == to) {
            return "0";
        }
        int dropped = digits.length() - to;
        return (negative ? "-" : "") + digits.substring(from, to) + "e"
                + exponent.add(BigInteger.valueOf((long) dropped - fraction));
    }
}
