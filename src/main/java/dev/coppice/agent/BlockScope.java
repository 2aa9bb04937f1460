package dev.coppice.agent;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Locale;

/** Which sessions share the stored content of a context block. */
public enum BlockScope {
    /** No other session: each session has a content of its own. */
    SESSION,
    /** All sessions of a user share the content, with any agent. */
    USER,
    /** All sessions of an agent share the content. */
    AGENT,
    /** All sessions of the tenant share the content. */
    TENANT;

    /** Returns the name of the scope in JSON and in the database, for example {@code session}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the scope with this name in JSON. Throws 422 {@code invalid} at {@code pointer} if the name is unknown.
     */
    public static BlockScope of(String word, String pointer) {
        for (var scope : values()) {
            if (scope.word().equals(word)) {
                return scope;
            }
        }
        throw Problem.at(pointer, Code.INVALID, "The scope must be session, user, agent or tenant.");
    }
}
