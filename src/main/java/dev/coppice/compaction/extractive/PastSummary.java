package dev.coppice.compaction.extractive;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An earlier summary, parsed into its sections. Each section is a list of lines without bullets. A model may have
 * written the summary in another form: lines before the first heading are read as key points, so a summary without
 * headings has key points only. If the summary contains the counts that {@link Extract} writes, they are read too, so
 * that counting continues with them.
 *
 * @param topic lines of the section Topic
 * @param points lines of the section Key Points
 * @param state lines of the section Current State
 * @param open lines of the section Open Items
 * @param messages number of messages that the summary covers; 0 if unknown
 * @param speakers number of messages of each speaker; empty if unknown
 * @param tools number of calls of each tool; empty if unknown
 */
record PastSummary(
        List<String> topic,
        List<String> points,
        List<String> state,
        List<String> open,
        long messages,
        NameCounts speakers,
        NameCounts tools) {
    static final String TOOLS = "Tools used: ";

    private static final Pattern HEADING = Pattern.compile(
            "(#{1,6}\\s*|\\*\\*|__)?(topics?|key points?|current state|open"
                    + " items?)(\\*\\*|__)?\\s*(:)?(\\*\\*|__)?\\s*(.*)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern BULLET = Pattern.compile("^(?:[-*•+]|\\d{1,3}[.)])\\s+");
    private static final Pattern NONE = Pattern.compile("(none|n/a|nothing|-)\\.?", Pattern.CASE_INSENSITIVE);
    private static final Pattern COUNTS = Pattern.compile("(\\d{1,9}) messages?: (.*)");

    /**
     * Maximum number of characters of a line that is kept as one sentence. Longer lines are split. The additional 120
     * characters are for the date and the speaker, which a line may have before the sentence.
     */
    private static final int MAX_LINE = Sentences.MAX_LENGTH + 120;

    /** Parses a summary. If the summary is null, all sections are empty. */
    static PastSummary parse(String summary) {
        return new Parser().parse(summary == null ? "" : summary);
    }

    private static final class Parser {
        private final List<String> topic = new ArrayList<>();
        private final List<String> points = new ArrayList<>();
        private final List<String> state = new ArrayList<>();
        private final List<String> open = new ArrayList<>();
        private final NameCounts speakers = new NameCounts();
        private final NameCounts tools = new NameCounts();
        private long messages;

        PastSummary parse(String summary) {
            var section = points;
            for (var each : summary.lines().toList()) {
                var line = Sentences.line(each);
                var heading = HEADING.matcher(line);
                if (heading.matches() && isHeading(heading)) {
                    section = section(heading.group(2));
                    line = heading.group(6);
                }
                add(BULLET.matcher(line).replaceFirst(""), section);
            }
            return new PastSummary(topic, points, state, open, messages, speakers, tools);
        }

        private static boolean isHeading(Matcher line) {
            return line.group(1) != null
                    || line.group(4) != null
                    || line.group(6).isEmpty();
        }

        private List<String> section(String name) {
            return switch (Character.toLowerCase(name.charAt(0))) {
                case 't' -> topic;
                case 'k' -> points;
                case 'c' -> state;
                default -> open;
            };
        }

        private void add(String text, List<String> section) {
            var counts = COUNTS.matcher(text);
            if (text.isEmpty() || NONE.matcher(text).matches()) {
                return;
            }
            if (text.startsWith(TOOLS)) {
                tools.read(text.substring(TOOLS.length()));
            } else if (counts.matches()) {
                messages += Long.parseLong(counts.group(1));
                speakers.read(counts.group(2));
            } else if (text.length() <= MAX_LINE) {
                section.add(text);
            } else {
                Sentences.of(text, section::add);
            }
        }
    }
}
