package dev.coppice.context;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Renders the listing of documents that the system prompt shows for a skill block. */
final class SkillListing {
    /**
     * Matches a sequence of white space, control characters and line separators, which becomes one space in a listing.
     */
    private static final Pattern LINE_ENDS = Pattern.compile("[\\s\\p{Cc}\\p{Zl}\\p{Zp}]+");

    private SkillListing() {}

    /** Returns a listing with one line {@code - <key>} or {@code - <key>: <description>} per skill. */
    static String of(List<BlockEntry> skills) {
        return skills.stream().map(SkillListing::line).collect(Collectors.joining("\n"));
    }

    /**
     * Returns the line of the listing for one skill document. Line breaks in the description are replaced, because text
     * after a line break could look like the line of another document.
     */
    private static String line(BlockEntry skill) {
        var description = skill.description() == null
                ? ""
                : LINE_ENDS.matcher(skill.description()).replaceAll(" ").strip();
        return "- " + skill.key() + (description.isEmpty() ? "" : ": " + description);
    }
}
