package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** Whether a client is told about a change of a context block while the session's system prompt is frozen. */
public enum WhenChanged {
    /** A change makes the frozen prompt stale, and the reminder contains the block. */
    REMIND,
    /** A change is not reported. It enters the prompt with the next refresh. */
    SILENT;

    /** Returns the name of the value in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the value with this name in JSON. Throws 422 {@code invalid} at {@code pointer} if the name is unknown.
     */
    static WhenChanged of(String word, String pointer) {
        for (var value : values()) {
            if (value.word().equals(word)) {
                return value;
            }
        }
        throw Problem.at(pointer, Code.INVALID, "The value of whenChanged must be remind or silent.");
    }
}
