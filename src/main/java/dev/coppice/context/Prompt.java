package dev.coppice.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Renders context blocks as a system prompt. Each block is a section: a header between two rules (lines of {@code ═}),
 * then the content. A content line that begins like a rule is indented, so that no content can imitate a section.
 * Layout and tags are those of Cloudflare's Session API.
 */
public final class Prompt {
    /** The line above and below each header. */
    static final String RULE = "═".repeat(46);

    private static final String SEPARATOR = "\n\n";

    /**
     * Matches the start of a line that begins like a rule, after any character that a reader may treat as a line end.
     */
    private static final Pattern FAKE_RULE = Pattern.compile("(^|[\\n\\r\\u000B\\f\\u0085\\u2028\\u2029])(?=═{3})");

    /** Matches what follows the label in a header: description, usage and tag. */
    private static final Pattern HEADER_END =
            Pattern.compile("( \\(.*\\))?( \\[\\d+% — \\d+/\\d+ tokens])? \\[(searchable|loadable|readonly|writable)]");

    private Prompt() {}

    /**
     * Returns the prompt of these blocks, in the given order, without a newline at the end. Leaves out blocks that have
     * no content and that the model cannot write, load or search.
     */
    public static String render(List<BlockContent> blocks) {
        return String.join(
                SEPARATOR,
                blocks.stream().filter(Prompt::isShown).map(Prompt::section).toList());
    }

    /** True if the prompt shows the block: it has content, or the model can write, load or search it. */
    private static boolean isShown(BlockContent block) {
        return !block.content().isEmpty() || block.writable() || block.skill() || block.searchable();
    }

    /** Returns the header of a block between two rules, and its content. */
    private static String section(BlockContent block) {
        var head = RULE + '\n' + header(block) + '\n' + RULE;
        return block.content().isEmpty()
                ? head
                : head + '\n' + FAKE_RULE.matcher(block.content()).replaceAll("$1 ");
    }

    /**
     * Returns the label in capital letters, then the description, the usage of {@code maxTokens} and the tag, if any.
     */
    private static String header(BlockContent block) {
        var header = new StringBuilder(block.label().toUpperCase(Locale.ROOT));
        if (block.description() != null && !block.description().isEmpty()) {
            header.append(" (").append(block.description()).append(')');
        }
        if (block.maxTokens() != null) {
            header.append(" [").append(usage(block.tokens(), block.maxTokens())).append(" tokens]");
        }
        return header.append(' ').append(tag(block)).toString();
    }

    /** Returns the last word of the header, which tells the model what it can do with the block. */
    private static String tag(BlockContent block) {
        if (block.searchable()) {
            return "[searchable]";
        }
        if (block.skill()) {
            return "[loadable]";
        }
        return block.writable() ? "[writable]" : "[readonly]";
    }

    private static String usage(int tokens, int maxTokens) {
        return percent(tokens, maxTokens) + "% — " + tokens + '/' + maxTokens;
    }

    /** Returns {@code tokens} in percent of {@code maxTokens}, rounded. */
    public static long percent(int tokens, int maxTokens) {
        return Math.round(100.0 * tokens / maxTokens);
    }

    /** Splits a rendered prompt into its sections. Joined by blank lines, the sections are the prompt again. */
    static List<String> sections(String prompt) {
        var sections = new ArrayList<String>();
        int start = 0;
        while (start < prompt.length()) {
            int header = start + RULE.length() + 1;
            int head = prompt.indexOf('\n', header) + 1 + RULE.length();
            int next = prompt.indexOf(SEPARATOR + RULE + '\n', head);
            int end = next < 0 ? prompt.length() : next;
            sections.add(prompt.substring(start, end));
            start = next < 0 ? end : end + SEPARATOR.length();
        }
        return sections;
    }

    /**
     * Returns those sections of {@code now} that {@code before} does not contain, byte for byte; an empty text if there
     * are none.
     *
     * @param before a prompt
     * @param now a prompt
     */
    static String changed(String before, String now) {
        var known = sections(before);
        return String.join(
                SEPARATOR,
                sections(now).stream()
                        .filter(section -> !known.contains(section))
                        .toList());
    }

    /**
     * True if {@code before} has the sections of {@code now}, in their order, and otherwise only sections of silent
     * blocks.
     *
     * @param before a frozen prompt
     * @param now the prompt of the blocks whose changes are reported, rendered now
     * @param silent labels of the blocks whose changes are not reported; a section is recognized by its header
     */
    static boolean isCurrent(String before, String now, List<String> silent) {
        if (silent.isEmpty() || before.equals(now)) {
            return before.equals(now);
        }
        var current = sections(now);
        int found = 0;
        for (var section : sections(before)) {
            if (found < current.size() && section.equals(current.get(found))) {
                found++;
            } else if (silent.stream().noneMatch(label -> hasHeaderOf(section, label))) {
                return false;
            }
        }
        return found == current.size();
    }

    /** True if the section's header is that of the block with this label. */
    private static boolean hasHeaderOf(String section, String label) {
        var header = section.lines().skip(1).findFirst().orElse("");
        var start = label.toUpperCase(Locale.ROOT);
        return header.startsWith(start)
                && HEADER_END.matcher(header.substring(start.length())).matches();
    }
}
