package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** How an analysis of a user changes an existing profile of the user. */
public enum ProfileMode {
    /** Replaces only those fields of the profile that the analysis has found. */
    UPDATE,
    /** Replaces the whole profile by the result of the analysis. */
    REPLACE;

    /** Returns the name of the mode in JSON: {@code update} or {@code replace}. */
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
