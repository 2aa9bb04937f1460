package dev.coppice.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The tools that a session may have, in the order in which they are always listed. */
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

    /** The tool of a word; empty when it is none of them. */
    public static Optional<ToolName> of(String word) {
        return Arrays.stream(values()).filter(name -> name.word().equals(word)).findFirst();
    }

    /** What the model calls it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** False when a call changes nothing, and so needs not wait for the session's writers. */
    public boolean writes() {
        return writes;
    }
}
