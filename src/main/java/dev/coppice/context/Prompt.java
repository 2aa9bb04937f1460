package dev.coppice.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Renders context blocks as a system prompt. Each block is a section: a header between two rules (lines of {@code ═}),
 * then the content. A content line that begins like a rule is indented, so that no content can imitate a section.
 * Layout and tags are those of Cloudflare's Session API. Pure.
 */
public final class Prompt {
    static final String RULE = "═".repeat(46);

    private static final String SEPARATOR = "\n\n";

    /**
     * Matches the start of a line that begins like a rule. Any character that a reader may treat as a line end may
     * precede the line.
     */
    private static final Pattern FAKE_RULE = Pattern.compile("(^|[\\n\\r\\u000B\\f\\u0085\\u2028\\u2029])(?=═{3})");

    /** Matches what follows the label in a header. */
    private static final Pattern HEADER_END =
            Pattern.compile("( \\(.*\\))?( \\[\\d+% — \\d+/\\d+ tokens])? \\[(searchable|loadable|readonly|writable)]");

    private Prompt() {}

    /** Renders blocks in the given order. The prompt does not end with a newline. */
    public static String render(List<BlockContent> blocks) {
        return String.join(
                SEPARATOR,
                blocks.stream().filter(Prompt::isShown).map(Prompt::section).toList());
    }

    /** True if the prompt shows the block: it has content, or the model can write, load or search it. */
    private static boolean isShown(BlockContent block) {
        return !block.content().isEmpty() || block.writable() || block.skill() || block.searchable();
    }

    private static String section(BlockContent block) {
        var head = RULE + '\n' + header(block) + '\n' + RULE;
        return block.content().isEmpty()
                ? head
                : head + '\n' + FAKE_RULE.matcher(block.content()).replaceAll("$1 ");
    }

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

    /** Returns how much of a block's maximum tokens is in use, in percent, rounded. */
    public static long percent(int tokens, int maxTokens) {
        return Math.round(100.0 * tokens / maxTokens);
    }

    /** Splits a rendered prompt into its sections. The sections joined by blank lines are the prompt again. */
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
     * Returns a prompt with those sections of {@code now} that {@code before} does not contain in the same form; empty
     * when there are none.
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
     * True when a prompt has the current sections of all reported blocks, in their order, and otherwise only sections of
     * silent blocks.
     *
     * @param now the reported blocks, rendered now
     * @param silent labels of the silent blocks; a section is recognized by its header
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

    private static boolean hasHeaderOf(String section, String label) {
        var header = section.lines().skip(1).findFirst().orElse("");
        var start = label.toUpperCase(Locale.ROOT);
        return header.startsWith(start)
                && HEADER_END.matcher(header.substring(start.length())).matches();
    }
}
