package dev.coppice.compaction.extractive;

import java.util.Arrays;

/**
 * What a sentence is about.
 *
 * @param content hashes of its words that carry meaning, each once, ascending
 * @param words all of them
 * @param names words inside it that begin with a capital
 * @param numbers words with a digit
 */
record Terms(int[] content, int words, int names, int numbers) {
    static Terms of(String sentence) {
        var content = new int[16];
        int size = 0;
        int all = 0;
        int names = 0;
        int numbers = 0;
        for (var words = new Words(sentence); words.next(); all++) {
            var stem = words.stem();
            if (Words.isCommon(stem)) {
                continue;
            }
            if (size == content.length) {
                content = Arrays.copyOf(content, 2 * size);
            }
            content[size++] = stem.hashCode();
            int first = sentence.codePointAt(words.from());
            names += Character.isUpperCase(first) && words.from() > 0 ? 1 : 0;
            numbers += stem.chars().anyMatch(Character::isDigit) ? 1 : 0;
        }
        return new Terms(distinct(content, size), all, names, numbers);
    }

    private static int[] distinct(int[] hashes, int size) {
        return Arrays.stream(hashes, 0, size).sorted().distinct().toArray();
    }

    /** How many of its words another has too. */
    static int shared(int[] one, int[] other) {
        int shared = 0;
        for (int i = 0, j = 0; i < one.length && j < other.length; ) {
            int order = Integer.compare(one[i], other[j]);
            shared += order == 0 ? 1 : 0;
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return shared;
    }
}
