package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the JSON object in a model's answer. The prompt demands nothing but the object, but models also write code
 * fences, text or reasoning around the object. Only the first few opening braces are tried, so the time is linear in
 * the answer's length. Pure.
 */
final class AnswerJson {
    private static final String THINK_START = "<think>";
    private static final String THINK_END = "</think>";
    private static final Pattern FENCE = Pattern.compile("```[a-zA-Z]*\\s");

    /**
     * Maximum number of opening braces that one search tries as the beginning of the object. More than one is tried
     * because the text before the object may contain braces too.
     */
    private static final int MAX_TRIES = 20;

    private AnswerJson() {}

    /**
     * Returns the JSON object in a model's answer, as bytes. Looks for an object at the opening braces after the first
     * code fence, then at the opening braces of the whole answer, and returns the first object found. Skips reasoning
     * in {@code <think>} sections. Empty if none of the first {@link #MAX_TRIES} opening braces begins a JSON object.
     */
    static Optional<byte[]> object(String answer) {
        var text = withoutThoughts(answer);
        var fence = FENCE.matcher(text);
        return fence.find() ? first(text, fence.end()).or(() -> first(text, 0)) : first(text, 0);
    }

    /** Returns the text without its {@code <think>…</think>} sections. A section without end is kept. */
    private static String withoutThoughts(String answer) {
        var rest = new StringBuilder();
        int from = 0;
        int begin = answer.indexOf(THINK_START);
        int end = answer.indexOf(THINK_END, begin);
        while (begin >= 0 && end >= 0) {
            rest.append(answer, from, begin);
            from = end + THINK_END.length();
            begin = answer.indexOf(THINK_START, from);
            end = answer.indexOf(THINK_END, begin);
        }
        return rest.append(answer, from, answer.length()).toString();
    }

    private static Optional<byte[]> first(String text, int from) {
        int at = text.indexOf('{', from);
        for (int tries = 0; at >= 0 && tries < MAX_TRIES; tries++) {
            var object = at(text, at);
            if (object.isPresent()) {
                return object;
            }
            at = text.indexOf('{', at + 1);
        }
        return Optional.empty();
    }

    private static Optional<byte[]> at(String text, int from) {
        try {
            return Optional.of(JsonInput.of(text.substring(from).getBytes(StandardCharsets.UTF_8))
                    .slice(Code.INVALID));
        } catch (Problem e) {
            return Optional.empty(); // no JSON object begins at this brace
        }
    }
}
