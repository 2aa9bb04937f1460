package dev.coppice.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Renders context blocks as a system prompt. Each block becomes a section: a header between two lines of {@code ═},
 * called rules, and the block's content below. If a line of the content begins like a rule, it is indented, so that it
 * cannot look like the start of a section. Layout and tags are those of Cloudflare's Session API.
 */
public final class Prompt {
    /** Line of 46 {@code ═} above and below the header of each section, as in Cloudflare's Session API. */
    static final String RULE = "═".repeat(46);

    private static final String SEPARATOR = "\n\n";

    /**
     * Matches the start of a content line that begins like a rule, and must therefore be indented. A line may begin
     * after any character that some reader treats as the end of a line.
     */
    private static final Pattern FAKE_RULE = Pattern.compile("(^|[\\n\\r\\u000B\\f\\u0085\\u2028\\u2029])(?=═{3})");

    /**
     * Matches the part of a section's header after the block's label: the description, the usage and the tag, for
     * example {@code  (Learned facts) [6% — 6/100 tokens] [writable]}.
     */
    private static final Pattern HEADER_END =
            Pattern.compile("( \\(.*\\))?( \\[\\d+% — \\d+/\\d+ tokens])? \\[(searchable|loadable|readonly|writable)]");

    private Prompt() {}

    /**
     * Returns the prompt of these blocks, in the given order. Adds no newline after the last block. A block without
     * content is included only if the model can write, load or search it. Returns an empty text if no block is
     * included.
     */
    public static String render(List<BlockContent> blocks) {
        return String.join(
                SEPARATOR,
                blocks.stream().filter(Prompt::isShown).map(Prompt::section).toList());
    }

    private static boolean isShown(BlockContent block) {
        return !block.content().isEmpty() || block.writable() || block.skill() || block.searchable();
    }

    private static String section(BlockContent block) {
        var head = RULE + '\n' + header(block) + '\n' + RULE;
        return block.content().isEmpty()
                ? head
                : head + '\n' + FAKE_RULE.matcher(block.content()).replaceAll("$1 ");
    }

    /**
     * Returns the header of a block, for example {@code MEMORY (Learned facts) [6% — 6/100 tokens] [writable]}: the
     * label in capital letters, the description, the used percentage of {@code maxTokens}, and the tag. Without a
     * description or {@code maxTokens}, the header has no such text.
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

    /**
     * Returns the tag at the end of a block's header, for example {@code [writable]}. It says what the model can do
     * with the block.
     */
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

    /** Returns {@code tokens} as a rounded percentage of {@code maxTokens}. */
    public static long percent(int tokens, int maxTokens) {
        return Math.round(100.0 * tokens / maxTokens);
    }

    /**
     * Splits a rendered prompt into its sections, one per block. Joining them with blank lines gives the prompt again.
     * An empty prompt has no sections. An imported prompt may end within a header, which is then its last section.
     */
    static List<String> sections(String prompt) {
        var sections = new ArrayList<String>();
        int start = 0;
        while (start < prompt.length()) {
            int header = start + RULE.length() + 1;
            int headerEnd = prompt.indexOf('\n', header);
            int next = headerEnd < 0 ? -1 : prompt.indexOf(SEPARATOR + RULE + '\n', headerEnd + 1 + RULE.length());
            int end = next < 0 ? prompt.length() : next;
            sections.add(prompt.substring(start, end));
            start = next < 0 ? end : end + SEPARATOR.length();
        }
        return sections;
    }

    /**
     * Returns the sections of the prompt {@code now}, joined by blank lines, that are not in the prompt {@code before},
     * compared byte for byte. Returns an empty text if there are none.
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
     * True if no change of a frozen prompt has to be reported. The frozen prompt must contain all sections of the
     * prompt {@code now}, in the same order. All its other sections must belong to silent blocks.
     *
     * @param before a frozen prompt
     * @param now a new rendering of the blocks whose changes are reported
     * @param silent labels of the blocks whose changes are not reported; their sections are recognized by the header
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
