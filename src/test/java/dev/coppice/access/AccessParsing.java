package dev.coppice.access;

import dev.coppice.fuzz.Refusals;
import java.nio.charset.StandardCharsets;

/** Reads requests of administrators, and the header with a token, for fuzzing. */
public final class AccessParsing {
    private AccessParsing() {}

    /** Reads the input as a new token, a rotation and a header {@code Authorization}. */
    public static void parse(byte[] input) {
        Refusals.each(
                () -> TokensResource.NewToken.read(input),
                () -> TokensResource.Rotation.read(input),
                () -> Authentication.token(new String(input, StandardCharsets.UTF_8)));
    }
}
