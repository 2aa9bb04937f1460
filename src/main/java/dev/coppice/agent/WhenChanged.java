package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** What a change of a context block means for a session's frozen system prompt. */
public enum WhenChanged {
    /** The frozen prompt is reported as stale, and the reminder contains the changed block. */
    REMIND,
    /** The frozen prompt is not reported as stale. It contains the change after its next refresh. */
    SILENT;

    /** Returns the name of the value in JSON: {@code remind} or {@code silent}. */
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
