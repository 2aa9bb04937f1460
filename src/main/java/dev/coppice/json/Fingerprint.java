package dev.coppice.json;

import com.fasterxml.jackson.core.JsonToken;
import java.math.BigInteger;
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
    /** An object or array that is being read. */
    private record Frame(boolean object, List<byte[]> parts) {}

    private Fingerprint() {}

    /** The fingerprint of one JSON value; members of the top level object named in {@code except} do not count. */
    public static byte[] of(byte[] json, Set<String> except) {
        var input = JsonInput.of(json);
        var stack = new ArrayDeque<Frame>();
        var names = new ArrayDeque<String>();
        var token = input.currentToken();
        while (true) {
            byte[] value = null;
            switch (token) {
                case START_OBJECT, START_ARRAY -> stack.push(
                        new Frame(token == JsonToken.START_OBJECT, new ArrayList<>()));
                case FIELD_NAME -> names.push(input.text());
                case END_OBJECT, END_ARRAY -> value = sum(stack.pop());
                case VALUE_STRING -> value = sha('s', input.text());
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> value = sha('n', decimal(input.text()));
                default -> value = sha('l', input.text());
            }
            if (value != null) {
                if (stack.isEmpty()) {
                    return value;
                }
                var frame = stack.peek();
                var name = frame.object() ? names.pop() : null;
                if (name == null) {
                    frame.parts().add(value);
                } else if (stack.size() > 1 || !except.contains(name)) {
                    frame.parts().add(concat(sha('k', name), value));
                }
            }
            token = input.next();
        }
    }

    private static byte[] sum(Frame frame) {
        if (frame.object()) {
            frame.parts().sort(Arrays::compareUnsigned);
        }
        var digest = sha256();
        digest.update((byte) (frame.object() ? '{' : '['));
        frame.parts().forEach(digest::update);
        return digest.digest();
    }

    private static byte[] concat(byte[] a, byte[] b) {
        var both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    private static byte[] sha(char kind, String text) {
        var digest = sha256();
        digest.update((byte) kind);
        return digest.digest(text.getBytes(StandardCharsets.UTF_8));
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
