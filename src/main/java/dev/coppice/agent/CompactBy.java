package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** The token count that automatic compaction compares with the threshold {@code compactAfter}. */
public enum CompactBy {
    /** The server's estimate of the tokens of the history and of the frozen system prompt. */
    ESTIMATE,
    /** The number {@code inputTokens} that a client reported for the last model call. */
    REPORTED;

    /** Returns the name of this constant in JSON: {@code estimate} or {@code reported}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the constant with this name in JSON. Throws 422 {@code invalid} at {@code pointer} if the name is
     * unknown.
     */
    public static CompactBy of(String word, String pointer) {
        for (var kind : values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw Problem.at(pointer, Code.INVALID, "Must be estimate or reported.");
    }
}
