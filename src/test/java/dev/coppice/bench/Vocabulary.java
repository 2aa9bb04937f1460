package dev.coppice.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Generates sentences of invented words with a Zipf distribution, into which given words can be planted. Deterministic.
 * Not thread-safe.
 */
final class Vocabulary {
    static final int VOCABULARY = 20_000;
    private static final int SENTENCE = 12;

    /** Number of common words; each occurs in about 30 % of the messages. */
    static final int COMMON = 40;

    private static final double COMMON_SHARE = 0.3;
    private static final String CONSONANTS = "bdfgklmnprtvz";
    private static final String VOWELS = "aou";

    private final Random random = new Random(20_000);
    private final List<String> all;
    private final double[] cumulativeWeights = new double[VOCABULARY];

    Vocabulary() {
        var words = new LinkedHashSet<String>();
        while (words.size() < VOCABULARY + COMMON + 2000) {
            int syllables = 2 + random.nextInt(3);
            words.add(String.join(
                    "", IntStream.range(0, syllables).mapToObj(i -> syllable()).toList()));
        }
        all = List.copyOf(words);
        double sum = 0;
        for (int rank = 0; rank < VOCABULARY; rank++) {
            sum += 1.0 / (rank + 1);
            cumulativeWeights[rank] = sum;
        }
    }

    private String syllable() {
        return "" + CONSONANTS.charAt(random.nextInt(CONSONANTS.length()))
                + VOWELS.charAt(random.nextInt(VOWELS.length()));
    }

    /** Returns a sentence that contains the planted words. */
    String sentence(List<String> planted) {
        var words = new ArrayList<>(planted);
        for (int i = 0; i < SENTENCE; i++) {
            words.add(drawWord());
        }
        for (int i = 0; i < COMMON; i++) {
            if (random.nextDouble() < COMMON_SHARE) {
                words.add(common(i));
            }
        }
        Collections.shuffle(words, random);
        return String.join(" ", words);
    }

    private String drawWord() {
        int rank = Arrays.binarySearch(cumulativeWeights, random.nextDouble() * cumulativeWeights[VOCABULARY - 1]);
        return all.get(Math.min(VOCABULARY - 1, rank < 0 ? -rank - 1 : rank));
    }

    String common(int number) {
        return all.get(VOCABULARY + number % COMMON);
    }

    /** Returns a word that occurs only where it is planted. */
    String rare(int number) {
        return all.get(VOCABULARY + COMMON + number);
    }

    /** Returns a word of a rank in this range; one of rank r occurs in about 1.14/r of the messages. */
    String ranked(int from, int to) {
        return all.get(from + random.nextInt(to - from));
    }

    int random(int bound) {
        return random.nextInt(bound);
    }
}
