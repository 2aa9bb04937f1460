package dev.coppice.fuzz;

import dev.coppice.Problem;
import dev.coppice.http.ProblemBody;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Utf8;

/** Runs parsers that may refuse their input with a {@link Problem}. Anything else that they throw is a finding. */
public final class Refusals {
    private Refusals() {}

    /** Runs each parser, also if those before it refuse. Throws if one of them fails otherwise than by refusing. */
    public static void each(Runnable... parsers) {
        for (var parser : parsers) {
            try {
                parser.run();
            } catch (Problem refused) {
                check(refused);
            }
        }
    }

    /** Checks that a refusal is the client's mistake, and that every client can read it. */
    private static void check(Problem refused) {
        if (refused.code().status() >= 500) {
            throw new AssertionError("Bad input is no failure of the server", refused);
        }
        checkJson(new ProblemBody(refused).toBytes());
        checkUnicode(refused.getMessage());
        refused.errors().forEach(error -> checkUnicode(error.pointer() + error.detail() + error.path()));
    }

    private static void checkUnicode(String sent) {
        if (Utf8.hasLoneSurrogate(sent)) {
            throw new AssertionError("Half a surrogate pair is no text: " + sent);
        }
    }

    /** Checks that what the server has written is one JSON value. */
    public static void checkJson(byte[] written) {
        try {
            var in = JsonInput.of(written);
            in.skip();
            in.end();
        } catch (Problem e) {
            throw new AssertionError("What was written is no JSON", e);
        }
    }
}
