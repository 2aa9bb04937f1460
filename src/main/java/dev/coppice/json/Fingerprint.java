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
 * Computes the SHA-256 hash of a JSON value. The order of keys, white space, escapes and the notation of numbers do not
 * change the hash. Numbers are never written out in full, so {@code 1e999999999} costs no more than {@code 1}. Pure.
 */
public final class Fingerprint {
    /** An object or array that has begun and not ended yet, with the encoded forms of its members or items so far. */
    private static final class Frame {
        final boolean object;
        final Set<String> except;
        final List<byte[]> parts = new ArrayList<>();
        String name;

        Frame(boolean object, Set<String> except) {
            this.object = object;
            this.except = except;
        }

        void add(byte[] value) {
            if (!object) {
                parts.add(value);
            } else if (!except.contains(name)) {
                parts.add(member(name, value));
            }
        }
    }

    private Fingerprint() {}

    /**
     * Returns the fingerprint of the first JSON value in {@code json}. Throws 400 {@code malformed} if it is not valid
     * JSON.
     *
     * @param except names of members of the top-level object that the fingerprint leaves out
     */
    public static byte[] of(byte[] json, Set<String> except) {
        var input = JsonInput.of(json);
        var digest = sha256();
        var stack = new ArrayDeque<Frame>();
        var token = input.currentToken();
        while (true) {
            byte[] value = null;
            switch (token) {
                case START_OBJECT, START_ARRAY -> stack.push(
                        new Frame(token == JsonToken.START_OBJECT, stack.isEmpty() ? except : Set.of()));
                case FIELD_NAME -> stack.peek().name = input.text();
                case END_OBJECT, END_ARRAY -> value = hash(digest, stack.pop());
                default -> value = scalar(token, input.text());
            }
            if (value != null && stack.isEmpty()) {
                return digest.digest(value);
            } else if (value != null) {
                stack.peek().add(value);
            }
            token = input.next();
        }
    }

    private static byte[] scalar(JsonToken token, String text) {
        return switch (token) {
            case VALUE_STRING -> tagged('s', text);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> tagged('n', decimal(text));
            default -> tagged('l', text);
        };
    }

    /**
     * Returns the hash of an object or array. The input of the hash consists of the encoded members of the object,
     * sorted by their bytes, or of the encoded items of the array, in their order. Each of them is preceded by its
     * length, so that different contents never give the same input.
     */
    private static byte[] hash(MessageDigest digest, Frame frame) {
        if (frame.object) {
            frame.parts.sort(Arrays::compareUnsigned);
        }
        digest.update((byte) (frame.object ? '{' : '['));
        for (var part : frame.parts) {
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
     * Encodes a scalar as one byte for its type, followed by its text. Thus the number 1 and the string "1" have
     * different encodings.
     */
    private static byte[] tagged(char kind, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + bytes.length).put((byte) kind).put(bytes).array();
    }

    /** Returns a new object that computes SHA-256. Every Java platform has this algorithm. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns a JSON number as its significant digits and a power of ten: {@code 1.50} and {@code 150e-2} both become
     * {@code 15e-1}. Every zero becomes {@code 0}.
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
        int zeros = trailingZeros(digits);
        if (zeros == digits.length()) {
            return "0";
        }
        int first = 0;
        while (digits.charAt(first) == '0') {
            first++;
        }
        return (negative ? "-" : "") + digits.substring(first, digits.length() - zeros) + "e"
                + exponent.add(BigInteger.valueOf((long) zeros - fraction));
    }

    private static int trailingZeros(String digits) {
        int end = digits.length();
        while (end > 0 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.length() - end;
    }
}
