package dev.coppice.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** All tools that a session can have, in the order of tool lists. */
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

    /** Returns the tool with this name; empty when there is none. */
    public static Optional<ToolName> of(String word) {
        return Arrays.stream(values()).filter(name -> name.word().equals(word)).findFirst();
    }

    /** Name of the tool for the model, for example {@code set_context}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** False when a call of the tool only reads, so it does not wait for writers of the session. */
    public boolean writes() {
        return writes;
    }
}
