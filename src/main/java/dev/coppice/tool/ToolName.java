package dev.coppice.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The tools that a session can have, in the order in which they are listed. */
public enum ToolName {
    SET_CONTEXT(true),
    LOAD_CONTEXT(false),
    UNLOAD_CONTEXT(true),
    SEARCH_CONTEXT(false),
    SESSION_SEARCH(false);

    private final boolean writes;

    ToolName(boolean writes) {
        this.writes = writes;
    }

    /** Returns the constant for a tool's name, for example {@code set_context}; empty when there is none. */
    public static Optional<ToolName> of(String word) {
        return Arrays.stream(values()).filter(name -> name.word().equals(word)).findFirst();
    }

    /** Returns the name of the tool for the model, for example {@code set_context}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** True if the arguments of this tool must name an existing block entry by its key or title. */
    boolean findsEntry() {
        return this == LOAD_CONTEXT || this == UNLOAD_CONTEXT;
    }

    /**
     * True if a call of this tool may write to the database or to a provider. A call of any other tool without an
     * idempotency key does not wait for writers of the session.
     */
    public boolean writes() {
        return writes;
    }
}
