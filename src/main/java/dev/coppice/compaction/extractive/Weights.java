package dev.coppice.compaction.extractive;

/**
 * Weights of words. A word has a high weight if it occurs in several sentences, but not in most of them. A word is
 * identified by its hash. The counts are in a table of fixed size, so different words may share a count. This is rare
 * and does little harm. Not thread-safe.
 */
final class Weights {
    private static final int BITS = 18;

    private final int[] sentencesWithWord = new int[1 << BITS];
    private long sentences;

    /**
     * Adds one sentence to the counts from which weights are computed.
     *
     * @param words distinct hashes of the sentence's words
     */
    void add(int[] words) {
        sentences++;
        for (int word : words) {
            sentencesWithWord[slot(word)]++;
        }
    }

    /**
     * Returns the weight of a word; 0 if no sentence contains it.
     *
     * @param word hash of the word
     */
    double of(int word) {
        int count = sentencesWithWord[slot(word)];
        return count == 0 ? 0 : Math.log1p(count) * Math.log1p((double) sentences / count);
    }

    private static int slot(int word) {
        return word * 0x9E3779B9 >>> 32 - BITS;
    }
}
