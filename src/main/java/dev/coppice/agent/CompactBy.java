package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** The number of tokens that automatic compaction compares with {@code compactAfter}. */
public enum CompactBy {
    /** The server's estimate: tokens of the visible history and of the frozen prompt. */
    ESTIMATE,
    /** The {@code inputTokens} of the last model call whose usage was added to the session. */
    REPORTED;

    /** Name of the kind in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Parses a word. Throws 422 {@code invalid} at the pointer if the word is unknown. */
    public static CompactBy of(String word, String pointer) {
        for (var kind : values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw Problem.at(pointer, Code.INVALID, "Must be estimate or reported.");
    }
}
