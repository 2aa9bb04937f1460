package dev.coppice.compaction.extractive;

import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Splits texts into sentences: at the punctuation marks of many scripts, and at the ends of list items, headings and
 * paragraphs. Leaves out code blocks and tables. Removes list markers, heading marks, quote marks and {@code **} of
 * Markdown, and line breaks. Takes time linear in the text's length. Accepts any text.
 */
final class Sentences {
    /**
     * Maximum length of a sentence in characters. Longer ones are split, so that no single sentence fills a section.
     */
    static final int MAX_LENGTH = 320;

    /**
     * Minimum number of characters of a line that counts as wrapped, so that its last sentence may continue on the next
     * line. Shorter lines are usually ended on purpose.
     */
    private static final int WRAPPED = 50;

    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");
    private static final Pattern MARKER = Pattern.compile("^(?:[-*+•>#]+|\\d{1,3}[.)])\\s+(?:\\[[ xX]?]\\s+)?");

    /**
     * Punctuation marks that always end a sentence. Other marks end one only at the end of the text, or before a space
     * that no lower-case letter follows.
     */
    private static final String STRONG_MARKS = "。！？｡؟।۔";

    private static final String MARKS = ".!?…" + STRONG_MARKS;

    /**
     * Matches the end of a sentence, including closing quotes and brackets. Does not match the period of an
     * abbreviation or of an initial.
     */
    private static final Pattern END = Pattern.compile("[" + MARKS + "]"
            + "(?<!(?:^|[ ])(?:[\\p{Lu}&&[^I]]"
            + "|(?i:mr|mrs|ms|dr|prof|st|vs|etc|e\\.g|i\\.e|no|fig|approx|inc|ltd|z\\.b|bzw|ca))\\.)"
            + "[" + MARKS + "\"'”’»)\\]」』）]*+");

    private final Consumer<String> consumer;
    private final StringBuilder paragraph = new StringBuilder();

    private Sentences(Consumer<String> consumer) {
        this.consumer = consumer;
    }

    /** Passes each sentence of a text to {@code consumer}, in order. No sentence is blank. */
    static void of(String text, Consumer<String> consumer) {
        new Sentences(consumer).paragraphs(text);
    }

    /**
     * Returns a text on a single line: each sequence of white space and control characters becomes one space, and is
     * removed at the beginning and the end.
     */
    static String line(String text) {
        return BLANKS.matcher(text).replaceAll(" ").strip();
    }

    /**
     * Returns a text, shortened to at most {@code length} characters. A shortened text ends with {@code …}, which is
     * included in this length. The text is cut after a word if possible, and never within a surrogate pair.
     */
    static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Math.max(1, length - 1);
        return text.substring(0, wordEnd(text, length / 2, end)) + "…";
    }

    /**
     * Returns the index at which to cut a text: the index of the last space between {@code from}, exclusive, and
     * {@code to}, inclusive. If there is none, returns {@code to}, or {@code to - 1} if a cut at {@code to} would split
     * a surrogate pair.
     */
    private static int wordEnd(String text, int from, int to) {
        int blank = text.lastIndexOf(' ', to);
        if (blank > from) {
            return blank;
        }
        boolean inPair = Character.isLowSurrogate(text.charAt(to)) && Character.isHighSurrogate(text.charAt(to - 1));
        return inPair ? to - 1 : to;
    }

    private void paragraphs(String text) {
        String fence = null;
        int lastLength = 0;
        for (int at = 0; at < text.length(); ) {
            int end = text.indexOf('\n', at);
            end = end < 0 ? text.length() : end;
            var line = text.substring(at, end).strip();
            at = end + 1;
            if (fence != null) {
                fence = line.startsWith(fence) ? null : fence;
            } else {
                fence = line.startsWith("```") || line.startsWith("~~~") ? line.substring(0, 3) : null;
                add(fence == null ? line : "", lastLength);
                lastLength = fence == null ? line.length() : 0;
            }
        }
        split();
    }

    /**
     * Adds a line of a text to {@link #paragraph}, or begins a new paragraph with it. Lines of tables, which begin with
     * {@code |}, are left out.
     *
     * @param line the line without white space around it
     * @param lastLength number of characters of the line before it; 0 if there is none
     */
    private void add(String line, int lastLength) {
        boolean continues = lastLength >= WRAPPED && !line.isEmpty() && Character.isLowerCase(line.codePointAt(0));
        if (!continues) {
            split();
        }
        if (!line.startsWith("|")) {
            paragraph
                    .append(paragraph.isEmpty() ? "" : " ")
                    .append(MARKER.matcher(line).replaceFirst(""));
        }
    }

    /**
     * Splits the lines collected in {@link #paragraph} into sentences, passes these to the consumer, and empties
     * {@link #paragraph}.
     */
    private void split() {
        var text = line(paragraph.toString().replace("**", ""));
        paragraph.setLength(0);
        int from = 0;
        for (var mark = END.matcher(text); mark.find(); ) {
            if (isEnd(text, mark.start(), mark.end())) {
                accept(text, from, mark.end());
                from = mark.end();
            }
        }
        accept(text, from, text.length());
    }

    private static boolean isEnd(String text, int mark, int end) {
        return end == text.length()
                || STRONG_MARKS.indexOf(text.charAt(mark)) >= 0
                || text.charAt(end) == ' ' && !Character.isLowerCase(text.codePointAt(end + 1));
    }

    private void accept(String text, int from, int to) {
        int at = from;
        while (to - at > MAX_LENGTH) {
            int end = wordEnd(text, at + MAX_LENGTH / 2, at + MAX_LENGTH);
            consumer.accept(text.substring(at, end).strip());
            at = end;
        }
        var last = text.substring(at, to).strip();
        if (!last.isEmpty()) {
            consumer.accept(last);
        }
    }
}
