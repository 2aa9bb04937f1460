package dev.coppice.compaction.extractive;

import java.lang.Character.UnicodeScript;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Walks over the words of a text. Scripts without blanks between words give pairs of characters; hiragana, which is
 * grammar mostly, gives none. Linear in the text.
 */
final class Words {
    /** Characters beyond which nothing is a word: keys, hashes, encoded data. */
    private static final int MAX_WORD = 40;

    private static final Set<String> COMMON = Stream.of(
                    """
            a about after again all also always am an and any anything are as at be because been before being but by can could
            day did do does doing don done even ever every feel feeling for from get getting go going gonna good got great had
            happy has have having he hear her here hers hey hi him his how i if in into is it its just keep kind know last let
            like little look looking lot lots love made make makes many may maybe me mean might more most much must my need
            never new next nice no not now of off on one only or other our out over own people please pretty re really right s
            said same say see she should so some something soon still such sure take than thank thanks that the their them
            then there these they thing things think this those though thought through time to today too try trying up us use
            ve very want was way we well went were what when where which while who why will with wow would yeah year years yes
            yet you your yours ll im ive amazing awesome cool agree wonderful glad ok okay image
            der die das und ist nicht ich du er sie es wir ihr ein eine zu mit auf für von den dem im auch
            le la les un une des et est je tu il elle nous vous que qui pas de du en el los las una y es no se por con para"""
                            .split("\\s+"))
            .collect(Collectors.toUnmodifiableSet());

    private final String text;
    private int at;
    private int from;
    private int to;
    private boolean joined;

    Words(String text) {
        this.text = text;
    }

    /** Goes to the next word, if there is one. */
    boolean next() {
        int before = to;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (!isPart(c)) {
                at += Character.charCount(c);
                continue;
            }
            from = at;
            boolean found = hasNoBlanks(c) ? pair(c) : run();
            if (found) {
                joined = from - before <= 1;
                return true;
            }
        }
        return false;
    }

    private boolean pair(int first) {
        int second = at + Character.charCount(first);
        at = second;
        if (second >= text.length() || !hasNoBlanks(text.codePointAt(second))) {
            return false;
        }
        to = second + Character.charCount(text.codePointAt(second));
        return true;
    }

    private boolean run() {
        while (at < text.length()) {
            int c = text.codePointAt(at);
            boolean inside = isPart(c) && !hasNoBlanks(c) || isApostrophe(c) && letterFollows();
            if (!inside) {
                break;
            }
            at += Character.charCount(c);
        }
        to = at;
        return to - from <= MAX_WORD;
    }

    private boolean letterFollows() {
        return at + 1 < text.length() && Character.isLetter(text.charAt(at + 1));
    }

    private static boolean isApostrophe(int c) {
        return c == '\'' || c == '’';
    }

    private static boolean isPart(int c) {
        if (c < 0x300) {
            return Character.isLetterOrDigit(c);
        }
        return Character.isLetterOrDigit(c) && UnicodeScript.of(c) != UnicodeScript.HIRAGANA
                || Character.getType(c) == Character.NON_SPACING_MARK
                || Character.getType(c) == Character.COMBINING_SPACING_MARK;
    }

    private static boolean hasNoBlanks(int c) {
        if (c < 0x0E00) {
            return false;
        }
        return switch (UnicodeScript.of(c)) {
            case HAN, THAI, LAO, KHMER, MYANMAR -> true;
            default -> false;
        };
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Whether but one character is between this word and that before it. */
    boolean joined() {
        return joined;
    }

    /** As it stands there. */
    String shown() {
        return text.substring(from, to);
    }

    /** In lower case, without what follows an apostrophe, in the singular: what is the same word has the same. */
    String stem() {
        var word = shown().toLowerCase(Locale.ROOT);
        for (int i = 1; i < word.length(); i++) {
            if (isApostrophe(word.charAt(i))) {
                word = word.substring(0, i);
            }
        }
        if (word.length() > 3 && word.endsWith("s") && !word.endsWith("ss")) {
            return word.endsWith("ies")
                    ? word.substring(0, word.length() - 3) + "y"
                    : word.substring(0, word.length() - 1);
        }
        return word;
    }

    /** Whether it says little of what a text is about. */
    static boolean isCommon(String stem) {
        return stem.length() < 2 && stem.codePointAt(0) < 0x2E80
                || COMMON.contains(stem)
                || COMMON.contains(stem + "s");
    }
}
