package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** Who shares the stored content of a context block. */
public enum BlockScope {
    /** Nobody: each session has its own. */
    SESSION,
    /** All sessions of a user, whatever their agents. */
    USER,
    /** All sessions of an agent. */
    AGENT,
    /** Everybody in the tenant. */
    TENANT;

    /** The word in JSON and in the database. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The scope of a word; 422 {@code invalid} for any other word, naming where it stood. */
    public static BlockScope of(String word, String where) {
        for (var scope : values()) {
            if (scope.word().equals(word)) {
                return scope;
            }
        }
        throw Problem.at(where, Code.INVALID, "A scope is session, user, agent or tenant.");
    }
}
