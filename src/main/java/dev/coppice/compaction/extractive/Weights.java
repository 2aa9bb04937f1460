package dev.coppice.compaction.extractive;

/**
 * What a word weighs, by the sentences that have it: most where it returns and yet not everywhere. The table has one size
 * whatever the text; words that share a place in it count as one, which harms nothing here. Not thread-safe.
 */
final class Weights {
    private static final int BITS = 18;

    private final int[] sentences = new int[1 << BITS];
    private long all;

    /** Adds a sentence, by the hashes of its words. */
    void add(int[] words) {
        all++;
        for (int word : words) {
            sentences[place(word)]++;
        }
    }

    double of(int word) {
        int with = sentences[place(word)];
        return with == 0 ? 0 : Math.log1p(with) * Math.log1p((double) all / with);
    }

    /** What a sentence weighs by its words. */
    double of(Sentence sentence) {
        double sum = 0;
        for (int word : sentence.content()) {
            sum += of(word);
        }
        return sum * sentence.factor();
    }

    private static int place(int word) {
        return word * 0x9E3779B9 >>> 32 - BITS;
    }
}
