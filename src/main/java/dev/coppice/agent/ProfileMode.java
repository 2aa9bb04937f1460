package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** How an analysis changes an existing profile. */
public enum ProfileMode {
    /** Fields that the analysis found are replaced, the others stay. */
    UPDATE,
    /** The result of the analysis replaces the whole profile. */
    REPLACE;

    /** The name in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Parses a mode; 422 {@code invalid} at the pointer for any other word. */
    public static ProfileMode of(String word, String pointer) {
        for (var mode : values()) {
            if (mode.word().equals(word)) {
                return mode;
            }
        }
        throw Problem.at(pointer, Code.INVALID, "The mode must be update or replace.");
    }
}
