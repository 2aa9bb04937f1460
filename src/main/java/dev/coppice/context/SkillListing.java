package dev.coppice.context;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Renders what the system prompt shows of a skill block: a list of its skill documents. */
final class SkillListing {
    /** Matches a sequence of white space and of other characters that a reader may treat as a line end. */
    private static final Pattern LINE_ENDS = Pattern.compile("[\\s\\p{Cc}\\p{Zl}\\p{Zp}]+");

    private SkillListing() {}

    /** Returns a listing with one line {@code - <key>} or {@code - <key>: <description>} per skill. */
    static String of(List<BlockEntry> skills) {
        return skills.stream().map(SkillListing::line).collect(Collectors.joining("\n"));
    }

    /**
     * Returns the line of the list for one skill document. Line breaks in its description are replaced, so that it
     * cannot look like the line of another document.
     */
    private static String line(BlockEntry skill) {
        var description = skill.description() == null
                ? ""
                : LINE_ENDS.matcher(skill.description()).replaceAll(" ").strip();
        return "- " + skill.key() + (description.isEmpty() ? "" : ": " + description);
    }
}
