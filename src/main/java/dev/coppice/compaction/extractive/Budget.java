package dev.coppice.compaction.extractive;

/**
 * Token limits for the sections of one summary. Key points get the tokens that the other sections do not use.
 *
 * @param all tokens of the whole summary
 * @param topic tokens of the topic of an earlier summary
 * @param state tokens of the current state
 * @param open tokens of the open items
 * @param sentenceLength maximum characters of a quoted sentence
 */
record Budget(int all, int topic, int state, int open, int sentenceLength) {
    private static final int MIN_TOKENS = 100;

    /** Minimum tokens of a section: enough for one sentence. */
    private static final int MIN_SECTION = 24;

    /** Tokens of the four headings and the blank lines. */
    private static final int HEADINGS = 18;

    /**
     * Computes the limits.
     *
     * @param target desired tokens of the summary
     * @param available tokens of all sentences; a short conversation gets a short summary
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

    /** Returns the tokens left for key points after {@code used} tokens of other lines. */
    int points(int used) {
        return Math.max(0, all - HEADINGS - used);
    }
}
