package dev.coppice.context;

import dev.coppice.fuzz.Refusals;

/** Reads requests that write to context blocks, for fuzzing. */
public final class ContextParsing {
    private ContextParsing() {}

    /** Reads a body as a text, an entry and the version of a text, and makes a key of the entry. */
    public static void parse(byte[] body) {
        Refusals.each(() -> ContentBody.text(body), () -> RestoreBody.read(body), () -> entry(ContentBody.entry(body)));
    }

    private static void entry(ContentBody entry) {
        var key = EntryKeys.of(entry.title(), entry.content());
        BlockEntries.check(new BlockEntry(key, entry.title(), entry.description(), entry.content()), 1 << 20);
    }
}
