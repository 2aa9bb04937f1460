package dev.coppice.session;

import dev.coppice.fuzz.Refusals;

/** Reads requests that create or change a session, for fuzzing. */
public final class SessionParsing {
    private SessionParsing() {}

    /** Reads a body as a new session, a change, metadata and usage. Fails if the usage cannot be added and written. */
    public static void parse(byte[] body) {
        Refusals.each(
                () -> NewSession.read(body, true),
                () -> NewSession.read(body, false),
                () -> SessionPatch.read(body),
                () -> NewSession.readMetadata(body),
                () -> usage(Usage.read(body).usage()));
    }

    private static void usage(Usage usage) {
        Refusals.checkJson(usage.toBytes());
        var total = Usage.NONE.plus(usage);
        if (!total.minus(usage).isEqualTo(Usage.NONE)) {
            throw new AssertionError(total + " is not " + usage);
        }
        Refusals.checkJson(total.toBytes());
    }
}
