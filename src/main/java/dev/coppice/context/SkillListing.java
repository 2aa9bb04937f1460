package dev.coppice.context;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Renders the listing of a skill block for the system prompt. Pure. */
final class SkillListing {
    /** White space and everything that any reader may take for a line end. */
    private static final Pattern LINE_ENDS = Pattern.compile("[\\s\\p{Cc}\\p{Zl}\\p{Zp}]+");

    private SkillListing() {}

    /** One line {@code - <key>} or {@code - <key>: <description>} per skill. */
    static String of(List<BlockEntry> skills) {
        return skills.stream().map(SkillListing::line).collect(Collectors.joining("\n"));
    }

    /** Always a single line, so that no description can imitate another skill. */
    private static String line(BlockEntry skill) {
        var description = skill.description() == null
                ? ""
                : LINE_ENDS.matcher(skill.description()).replaceAll(" ").strip();
        return "- " + skill.key() + (description.isEmpty() ? "" : ": " + description);
    }
}
