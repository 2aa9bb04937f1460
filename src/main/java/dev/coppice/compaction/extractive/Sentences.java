package dev.coppice.compaction.extractive;

import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Splits texts into sentences: at the ends that scripts mark, and where lists, headings and paragraphs end. Code and tables
 * are left out. A sentence is one line without Markdown's marks. Linear in the text, and no text fails.
 */
final class Sentences {
    /** Characters of the longest; what goes on is more than one. */
    static final int MAX_LENGTH = 320;

    /** A line that is as long may have been wrapped. */
    private static final int WRAPPED = 50;

    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");
    private static final Pattern MARKER = Pattern.compile("^(?:[-*+•>#]+|\\d{1,3}[.)])\\s+(?:\\[[ xX]?]\\s+)?");
    private static final Set<String> ABBREVIATIONS = Set.of(
            "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "e.g", "i.e", "no", "fig", "approx", "inc", "ltd",
            "z.b", "bzw", "ca");

    /** Ends of a sentence whatever follows. */
    private static final String OPEN_MARKS = "。！？｡؟।۔";

    private static final String MARKS = ".!?…" + OPEN_MARKS;
    private static final String CLOSING = MARKS + "\"'”’»)]」』）";

    private final Consumer<String> each;

    private Sentences(Consumer<String> each) {
        this.each = each;
    }

    /** Gives each sentence of a text, in order; none is blank. */
    static void of(String text, Consumer<String> each) {
        new Sentences(each).paragraphs(text);
    }

    /** A text as one line. */
    static String line(String text) {
        return BLANKS.matcher(text).replaceAll(" ").strip();
    }

    /** Not longer than some characters, at the end of a word if there is one, and never within a character. */
    static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Math.max(1, length - 1);
        int blank = text.lastIndexOf(' ', end);
        end = blank > length / 2 ? blank : whole(text, end);
        return text.substring(0, end) + "…";
    }

    private static int whole(String text, int at) {
        return Character.isLowSurrogate(text.charAt(at)) && Character.isHighSurrogate(text.charAt(at - 1))
                ? at - 1
                : at;
    }

    private void paragraphs(String text) {
        var paragraph = new StringBuilder();
        String fence = null;
        int lastLength = 0;
        for (int at = 0; at < text.length(); ) {
            int end = text.indexOf('\n', at);
            end = end < 0 ? text.length() : end;
            var line = text.substring(at, end).strip();
            at = end + 1;
            if (fence != null) {
                fence = line.startsWith(fence) ? null : fence;
                continue;
            }
            if (line.startsWith("```") || line.startsWith("~~~")) {
                fence = line.substring(0, 3);
                line = "";
            }
            if (!continues(line, lastLength)) {
                split(paragraph);
            }
            if (!line.startsWith("|")) {
                paragraph
                        .append(paragraph.isEmpty() ? "" : " ")
                        .append(MARKER.matcher(line).replaceFirst(""));
            }
            lastLength = line.length();
        }
        split(paragraph);
    }

    private static boolean continues(String line, int lastLength) {
        return lastLength >= WRAPPED && !line.isEmpty() && Character.isLowerCase(line.codePointAt(0));
    }

    private void split(StringBuilder paragraph) {
        if (paragraph.isEmpty()) {
            return;
        }
        var text = line(paragraph.toString().replace("**", ""));
        paragraph.setLength(0);
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            if (MARKS.indexOf(text.charAt(i)) >= 0) {
                int to = closed(text, i + 1);
                if (isEnd(text, from, i, to)) {
                    give(text, from, to);
                    from = to;
                }
                i = to - 1;
            } else if (i - from >= MAX_LENGTH) {
                int to = wordEnd(text, from + MAX_LENGTH / 2, i);
                give(text, from, to);
                from = to;
            }
        }
        give(text, from, text.length());
    }

    private static int wordEnd(String text, int least, int most) {
        for (int end = most; end > least; end--) {
            if (text.charAt(end) == ' ') {
                return end;
            }
        }
        return whole(text, most);
    }

    /** @param next what follows the mark and all that belongs to it */
    private static boolean isEnd(String text, int from, int mark, int next) {
        char c = text.charAt(mark);
        if (next == text.length() || OPEN_MARKS.indexOf(c) >= 0) {
            return true;
        }
        if (text.charAt(next) != ' ') {
            return false;
        }
        boolean goesOn = next + 1 < text.length() && Character.isLowerCase(text.codePointAt(next + 1));
        return !goesOn && (c != '.' || !isAbbreviation(text, from, mark));
    }

    /** A known one, or a single letter as in a name. */
    private static boolean isAbbreviation(String text, int from, int dot) {
        int start = dot;
        while (start > from && dot - start < 8 && text.charAt(start - 1) != ' ') {
            start--;
        }
        var word = text.substring(start, dot);
        return word.length() == 1 && Character.isUpperCase(word.charAt(0)) && !word.equals("I")
                || ABBREVIATIONS.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Past further marks, quotes and brackets that belong to a sentence's end. */
    private static int closed(String text, int at) {
        int end = at;
        while (end < text.length() && CLOSING.indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }

    private void give(String text, int from, int to) {
        var sentence = text.substring(from, to).strip();
        if (!sentence.isEmpty()) {
            each.accept(cut(sentence, MAX_LENGTH + 1));
        }
    }
}
