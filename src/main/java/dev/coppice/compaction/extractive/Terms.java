package dev.coppice.compaction.extractive;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words of a sentence. In scripts without spaces between words, each pair of adjacent characters counts as a word.
 * Hiragana characters are left out, because they mostly express grammar.
 *
 * @param content distinct hashes of the stems of the meaningful words, ascending
 * @param words number of all words, meaningful or not
 * @param names number of meaningful words that begin with a capital letter, except a word at the very beginning of the
 *     sentence
 * @param numbers number of meaningful words with a digit
 */
record Terms(int[] content, int words, int names, int numbers) {
    /** Scripts without spaces between words, as part of a regular expression. */
    private static final String DENSE = "\\p{IsHan}\\p{IsThai}\\p{IsLao}\\p{IsKhmer}\\p{IsMyanmar}";

    private static final String LETTER = "[\\p{L}\\p{Nd}\\p{M}&&[^" + DENSE + "\\p{IsHiragana}]]";

    /**
     * Matches a word. Group 1 is a pair of characters in a script without spaces between words. Group 2 is any other
     * word; if the word contains an apostrophe, group 2 ends before it.
     */
    private static final Pattern WORD = Pattern.compile(
            "(?=([" + DENSE + "]{2}))[" + DENSE + "]|(" + LETTER + "++)(?:['’](?=\\p{L})(?:" + LETTER + "|['’])*+)?");

    /** Maximum length of a word in characters. Longer sequences are keys, hashes or encoded data, and are ignored. */
    private static final int MAX_WORD = 40;

    /** Words that say nothing about the topic of a text, in English and a few other languages. */
    private static final Set<String> COMMON = Set.copyOf(Arrays.asList(
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
            le la les un une des et est je tu il elle nous vous que qui pas de du en el los las y no se por con para"""
                    .split("\\s+")));

    /** Finds the words of a sentence. Takes time linear in the sentence's length. */
    static Terms of(String sentence) {
        var content = new int[sentence.length()];
        int size = 0;
        int words = 0;
        int names = 0;
        int numbers = 0;
        for (var word = WORD.matcher(sentence); word.find(); ) {
            var shown = word.group(1) != null ? word.group(1) : word.group(2);
            if (shown == null || shown.length() > MAX_WORD) {
                continue;
            }
            words++;
            var stem = stem(shown.toLowerCase(Locale.ROOT));
            if (!isCommon(stem)) {
                content[size++] = stem.hashCode();
                names += Character.isUpperCase(shown.codePointAt(0)) && word.start() > 0 ? 1 : 0;
                numbers += stem.chars().anyMatch(Character::isDigit) ? 1 : 0;
            }
        }
        return new Terms(Arrays.stream(content, 0, size).sorted().distinct().toArray(), words, names, numbers);
    }

    /**
     * Returns a word without a plural ending: {@code rods} becomes {@code rod}, {@code copies} becomes {@code copy}.
     */
    private static String stem(String word) {
        if (word.length() <= 3 || !word.endsWith("s") || word.endsWith("ss")) {
            return word;
        }
        return word.endsWith("ies") ? word.substring(0, word.length() - 3) + "y" : word.substring(0, word.length() - 1);
    }

    private static boolean isCommon(String stem) {
        return stem.length() < 2 && stem.charAt(0) < 0x2E80 || COMMON.contains(stem) || COMMON.contains(stem + "s");
    }
}
