package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** The way in which an analysis changes an existing profile. */
public enum ProfileMode {
    /** Replaces the fields of the profile that the analysis has found; keeps the others. */
    UPDATE,
    /** Replaces the whole profile by the result of the analysis. */
    REPLACE;

    /** Returns the name of the mode in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the mode with this name; throws 422 {@code invalid} at {@code pointer} for an unknown name. */
    public static ProfileMode of(String word, String pointer) {
        for (var mode : values()) {
            if (mode.word().equals(word)) {
                return mode;
            }
        }
        throw Problem.at(pointer, Code.INVALID, "The mode must be update or replace.");
    }
}
