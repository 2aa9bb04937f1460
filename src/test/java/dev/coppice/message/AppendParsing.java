package dev.coppice.message;

import dev.coppice.json.JsonInput;

/** Reads the body of an append as the server does, for fuzzing. */
public final class AppendParsing {
    private static final int MAX_MESSAGES = 1000;
    private static final int MAX_BYTES = 4 << 20;

    private AppendParsing() {}

    /** Reads a body. Throws a {@link dev.coppice.Problem} if it is refused. */
    public static void parse(byte[] body) {
        new AppendReader(JsonInput.of(body), MAX_MESSAGES, MAX_BYTES).read();
    }
}
