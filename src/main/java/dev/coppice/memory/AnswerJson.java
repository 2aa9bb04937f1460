package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the JSON object in what a model has answered: bare as it was asked for, or between fences, prose and thoughts as it
 * comes all the same. Pure; linear in the answer, because only the first few beginnings are tried.
 */
final class AnswerJson {
    private static final String THOUGHTS = "<think>";
    private static final String SAID = "</think>";
    private static final Pattern FENCE = Pattern.compile("```[a-zA-Z]*\\s");

    /** Braces that are no beginnings, as prose may have them. */
    private static final int MAX_TRIES = 20;

    private AnswerJson() {}

    /** The object behind the first fence if there is one, else the first object. */
    static Optional<byte[]> object(String answer) {
        var said = withoutThoughts(answer);
        var fence = FENCE.matcher(said);
        return fence.find() ? first(said, fence.end()).or(() -> first(said, 0)) : first(said, 0);
    }

    /** Thoughts that never end are none: a text may speak of them. */
    private static String withoutThoughts(String answer) {
        var said = new StringBuilder();
        int from = 0;
        int begin = answer.indexOf(THOUGHTS);
        int end = answer.indexOf(SAID, begin);
        while (begin >= 0 && end >= 0) {
            said.append(answer, from, begin);
            from = end + SAID.length();
            begin = answer.indexOf(THOUGHTS, from);
            end = answer.indexOf(SAID, begin);
        }
        return said.append(answer, from, answer.length()).toString();
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
            return Optional.empty(); // no JSON begins here
        }
    }
}
