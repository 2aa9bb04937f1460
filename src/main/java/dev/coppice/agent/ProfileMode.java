package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** What an analysis does to the profile that is there. */
public enum ProfileMode {
    /** Fields that it has found are replaced, the others stay. */
    UPDATE,
    /** What it has found is the profile. */
    REPLACE;

    /** The word in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The mode of a word; 422 {@code invalid} for any other word, naming where it stood. */
    public static ProfileMode of(String word, String where) {
        for (var mode : values()) {
            if (mode.word().equals(word)) {
                return mode;
            }
        }
        throw Problem.at(where, Code.INVALID, "A mode is update or replace.");
    }
}
