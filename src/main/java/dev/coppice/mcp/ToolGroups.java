package dev.coppice.mcp;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.LinkedHashSet;
import java.util.Set;

/** Reads the query parameter {@code tools}, which chooses the groups of tools that a client sees. Pure. */
final class ToolGroups {
    private static final Set<String> GROUPS = Set.of("read", "memory", "write", "chatgpt");
    private static final String ALL = "all";

    private ToolGroups() {}

    /**
     * Returns the chosen groups of tools; an empty set for all groups. Throws 400 {@code malformed} if a word is
     * unknown.
     *
     * @param words names of groups, separated by commas, or {@code all}; null for all
     */
    static Set<String> of(String words) {
        var groups = new LinkedHashSet<String>();
        for (var word : (words == null || words.isEmpty() ? ALL : words).split(",")) {
            if (!GROUPS.contains(word.strip()) && !word.strip().equals(ALL)) {
                throw Problem.at(
                        "tools",
                        Code.MALFORMED,
                        "Query parameter `tools` must be read, memory, write, chatgpt or all, or several of them"
                                + " separated by commas.");
            }
            groups.add(word.strip());
        }
        return groups.contains(ALL) ? Set.of() : groups;
    }
}
