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
 * Computes the SHA-256 of a JSON value, independent of its notation: the order of keys, white space, escapes and the
 * notation of numbers do not change it. Numbers are compared as decimals without being expanded, so {@code 1e999999999}
 * costs no more than {@code 1}. Pure.
 */
public final class Fingerprint {
    /** An object or array whose end has not been read yet, with its encoded members or items so far. */
    private record Frame(boolean object, List<byte[]> parts) {}

    private Fingerprint() {}

    /**
     * Returns the fingerprint of one JSON value. Members of the top level object that are named in {@code except} do
     * not count.
     */
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
                case END_OBJECT, END_ARRAY -> value = hash(digest, stack.pop());
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

    /**
     * Hashes an object or array from its encoded members (sorted by bytes) or items (in their order). Each is preceded
     * by its length, so that different contents cannot produce the same input of the hash.
     */
    private static byte[] hash(MessageDigest digest, Frame frame) {
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

    /**
     * Encodes a scalar as one byte for its type and its text, so that for example the number 1 and the string "1"
     * differ.
     */
    private static byte[] tagged(char kind, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + bytes.length).put((byte) kind).put(bytes).array();
    }

    /** Returns a new SHA-256 digest. Every Java platform has this algorithm. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Normalizes a JSON number to its significant digits and a power of ten: {@code 1.50} and {@code 150e-2} both
     * become {@code 15e-1}.
     */
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
