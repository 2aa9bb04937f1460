package dev.coppice.json;

import dev.coppice.Problem.Code;
import dev.coppice.fuzz.Refusals;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/** Reads JSON and merge patches, for fuzzing. */
public final class JsonParsing {
    private JsonParsing() {}

    /** Reads any JSON. Fails if its fingerprint depends on white space. */
    public static void parse(byte[] json) {
        Refusals.each(() -> skip(json), () -> store(json), () -> MergePatch.scalars(json));
    }

    private static void skip(byte[] json) {
        var in = JsonInput.of(json);
        in.skip();
        in.end();
    }

    private static void store(byte[] json) {
        var in = JsonInput.of(json);
        var value = in.slice(Code.INVALID);
        in.end();
        Refusals.checkJson(value);
        var again = JsonInput.of(value);
        if (again.atObject() || again.atArray()) {
            var compact = again.json().getBytes(StandardCharsets.UTF_8);
            checkEqual(Fingerprint.of(value, Set.of()), Fingerprint.of(compact, Set.of()));
        }
    }

    /** Applies a patch to an object; the first line is the object. Fails if applying it again changes the result. */
    public static void patch(byte[] input) {
        int end = indexOfLineEnd(input);
        var target = Arrays.copyOf(input, end);
        var patch = Arrays.copyOfRange(input, Math.min(end + 1, input.length), input.length);
        var patched = MergePatch.apply(target, patch);
        Refusals.checkJson(patched);
        checkEqual(patched, MergePatch.apply(patched, patch));
    }

    private static int indexOfLineEnd(byte[] input) {
        int end = 0;
        while (end < input.length && input[end] != '\n') {
            end++;
        }
        return end;
    }

    private static void checkEqual(byte[] one, byte[] other) {
        if (!Arrays.equals(one, other)) {
            throw new AssertionError(
                    new String(one, StandardCharsets.UTF_8) + " is not " + new String(other, StandardCharsets.UTF_8));
        }
    }
}
