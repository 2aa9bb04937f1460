package dev.coppice.openai;

import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;

/**
 * Checks the metadata of a conversation by OpenAI's rules. There may be at most 16 pairs of strings. A key may have at
 * most 64 code points, a value at most 512.
 */
final class Metadata {
    private static final int MAX_PAIRS = 16;
    private static final int MAX_KEY = 64;
    private static final int MAX_VALUE = 512;
    private static final String NAME = "metadata";

    private Metadata() {}

    /**
     * Reads the metadata of a conversation and returns its JSON unchanged. The reader must be at the value of the
     * member {@code metadata}. Throws an error 400 if this value is not a JSON object, or if it breaks a rule.
     */
    static byte[] read(JsonInput in) {
        if (!in.atObject()) {
            throw OpenAiProblem.wrongType(NAME, "an object", typeName(in));
        }
        var json = in.slice(Code.INVALID);
        var pairs = JsonInput.of(json);
        var count = new int[1];
        pairs.object(key -> {
            count[0]++;
            check(pairs, key);
        });
        if (count[0] > MAX_PAIRS) {
            throw OpenAiProblem.invalid(
                    NAME,
                    "object_above_max_properties",
                    "Invalid 'metadata': too many properties. Expected an object with at most " + MAX_PAIRS
                            + " properties, but got an object with " + count[0] + " properties instead.");
        }
        return json;
    }

    private static void check(JsonInput pairs, String key) {
        var param = NAME + '.' + key;
        checkLength(param, "key", key, MAX_KEY);
        if (!pairs.atString()) {
            var got = typeName(pairs);
            pairs.skip();
            throw OpenAiProblem.wrongType(param, "a string", got);
        }
        checkLength(param, "string", pairs.string(), MAX_VALUE);
    }

    private static void checkLength(String param, String what, String text, int max) {
        int length = text.codePointCount(0, text.length());
        if (length > max) {
            throw OpenAiProblem.invalid(
                    param,
                    "string_above_max_length",
                    "Invalid '" + param + "': " + what + " too long. Expected a string with maximum length " + max
                            + ", but got a string with length " + length + " instead.");
        }
    }

    /**
     * Returns the type of the reader's current value as words for an error text, such as {@code an object} or
     * {@code null}.
     */
    static String typeName(JsonInput in) {
        if (in.atObject()) {
            return "an object";
        } else if (in.atArray()) {
            return "an array";
        } else if (in.atString()) {
            return "a string";
        } else if (in.atBoolean()) {
            return "a boolean";
        }
        return in.isNull() ? "null" : "a number";
    }
}
