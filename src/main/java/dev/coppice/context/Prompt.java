package dev.coppice.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The system prompt, made of blocks: each has a header between two lines, and its content below. No content can forge a
 * section, because none of its lines can begin as those do. The form is that of Cloudflare's Session API, and so are
 * the tags. Pure.
 */
public final class Prompt {
    static final String RULE = "═".repeat(46);

    private static final String BETWEEN = "\n\n";

    /** Lines as any reader may see them, not only those that end with a newline. */
    private static final Pattern FORGED = Pattern.compile("(^|[\\n\\r\\u000B\\f\\u0085\\u2028\\u2029])(?=═{3})");

    private Prompt() {}

    /** The prompt of some blocks, in their order; no newline at its end. */
    public static String render(List<BlockValue> blocks) {
        return String.join(
                BETWEEN,
                blocks.stream().filter(Prompt::isShown).map(Prompt::section).toList());
    }

    /** An empty block says nothing, unless it is there to be filled, or to be asked. */
    private static boolean isShown(BlockValue block) {
        return !block.content().isEmpty() || block.writable() || block.skill() || block.searchable();
    }

    private static String section(BlockValue block) {
        var head = RULE + '\n' + header(block) + '\n' + RULE;
        return block.content().isEmpty()
                ? head
                : head + '\n' + FORGED.matcher(block.content()).replaceAll("$1 ");
    }

    private static String header(BlockValue block) {
        var header = new StringBuilder(block.label().toUpperCase(Locale.ROOT));
        if (block.description() != null && !block.description().isEmpty()) {
            header.append(" (").append(block.description()).append(')');
        }
        if (block.maxTokens() != null) {
            header.append(" [").append(usage(block.tokens(), block.maxTokens())).append(" tokens]");
        }
        return header.append(' ').append(tag(block)).toString();
    }

    private static String tag(BlockValue block) {
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

    /** How much of its tokens a block has used, rounded. */
    public static long percent(int tokens, int maxTokens) {
        return Math.round(100.0 * tokens / maxTokens);
    }

    /** The sections of a rendered prompt, whole and in their order: joined by blank lines they are the prompt again. */
    static List<String> sections(String prompt) {
        var sections = new ArrayList<String>();
        int start = 0;
        while (start < prompt.length()) {
            int header = start + RULE.length() + 1;
            int head = prompt.indexOf('\n', header) + 1 + RULE.length();
            int next = prompt.indexOf(BETWEEN + RULE + '\n', head);
            int end = next < 0 ? prompt.length() : next;
            sections.add(prompt.substring(start, end));
            start = next < 0 ? end : end + BETWEEN.length();
        }
        return sections;
    }

    /** The sections of a prompt that another one has not, or has not like that. */
    static String changed(String before, String now) {
        var known = sections(before);
        return String.join(
                BETWEEN,
                sections(now).stream()
                        .filter(section -> !known.contains(section))
                        .toList());
    }
}
