package dev.coppice.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The tools that a session may have, in the order of tool lists. */
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

    /** The tool with this name; empty when there is none. */
    public static Optional<ToolName> of(String word) {
        return Arrays.stream(values()).filter(name -> name.word().equals(word)).findFirst();
    }

    /** The tool's name for the model, for example {@code set_context}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** False when a call only reads and so does not wait for writers of the session. */
    public boolean writes() {
        return writes;
    }
}
