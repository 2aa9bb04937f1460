package dev.coppice.message;

import dev.coppice.fuzz.Refusals;

/** Reads requests for forks and splits, for fuzzing. */
public final class BranchParsing {
    private BranchParsing() {}

    /** Reads a body as a fork and as a split. Fails if the first message after the split is no JSON. */
    public static void parse(byte[] body) {
        Refusals.each(
                () -> ForkRequest.read(body),
                () -> Refusals.checkJson(SplitRequest.read(body).message("s").json()));
    }
}
