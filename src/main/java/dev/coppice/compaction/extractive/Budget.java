package dev.coppice.compaction.extractive;

/**
 * The number of tokens that each section of one summary may have. The section Key Points has no fixed number: it gets
 * the tokens that the other sections do not use.
 *
 * @param all maximum tokens of the whole summary
 * @param topic maximum tokens of those lines in the section Topic that are kept from an earlier summary
 * @param state maximum tokens of the section Current State
 * @param open maximum tokens of the section Open Items
 * @param sentenceLength maximum length of a quoted sentence in characters
 */
record Budget(int all, int topic, int state, int open, int sentenceLength) {
    private static final int MIN_TOKENS = 100;

    /** Minimum number of tokens of a section, enough for one sentence. */
    private static final int MIN_SECTION = 24;

    /** Number of tokens of the four headings and of the blank lines in a summary. */
    private static final int HEADINGS = 18;

    /**
     * Divides the tokens of a summary among its sections.
     *
     * @param target desired tokens of the summary; fewer than 100 count as 100
     * @param available tokens of all sentences that could be quoted; a short conversation gets a short summary
     */
    static Budget of(int target, long available) {
        int all = (int) Math.max(MIN_TOKENS, Math.min(target, available + MIN_TOKENS));
        return new Budget(
                all,
                Math.min(all / 8, 80),
                Math.max(MIN_SECTION, Math.min(all / 6, 280)),
                Math.max(MIN_SECTION, Math.min(all / 7, 240)),
                Math.max(70, Math.min(Sentences.MAX_LENGTH, all * 2 / 3)));
    }

    /**
     * Returns how many tokens remain for the section Key Points; 0 if none remain.
     *
     * @param used tokens of all lines in the other sections
     */
    int points(int used) {
        return Math.max(0, all - HEADINGS - used);
    }
}
