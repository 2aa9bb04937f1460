package dev.coppice.compaction;

import dev.coppice.fuzz.Refusals;

/** Reads requests for compactions, for fuzzing. */
public final class CompactionParsing {
    private CompactionParsing() {}

    /** Reads a body as options of a compaction, and as a summary that a client has written. */
    public static void parse(byte[] body) {
        Refusals.each(() -> CompactOptions.read(body), () -> CompactionsResource.RangeSummary.read(body));
    }
}
