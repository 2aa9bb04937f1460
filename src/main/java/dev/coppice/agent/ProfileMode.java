package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** The way in which an analysis changes an existing profile. */
public enum ProfileMode {
    /** Replaces the fields that the analysis has found; keeps all other fields of the profile. */
    UPDATE,
    /** Replaces the whole profile by the result of the analysis. */
    REPLACE;

    /** Returns the name of the mode in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the mode with this name in JSON. Throws 422 {@code invalid} at {@code pointer} if the name is unknown.
     */
    public static ProfileMode of(String word, String pointer) {
        for (var mode : values()) {
            if (mode.word().equals(word)) {
                return mode;
            }
        }
        throw Problem.at(pointer, Code.INVALID, "The mode must be update or replace.");
    }
}
