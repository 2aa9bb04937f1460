package dev.coppice.compaction.extractive;

/**
 * How the tokens of a summary are shared out. What a section leaves goes to the key points.
 *
 * @param all that the summary should have
 * @param characters that a sentence may have
 */
record Budget(int all, int topic, int state, int open, int characters) {
    private static final int LEAST = 100;

    /** Tokens of a sentence. */
    private static final int LEAST_OF_SECTION = 24;

    /** The four headings and the lines between. */
    private static final int HEADINGS = 18;

    /** @param available tokens of all that there is to choose from */
    static Budget of(int target, long available) {
        int all = (int) Math.max(LEAST, Math.min(target, available + LEAST));
        return new Budget(
                all,
                Math.min(all / 5, 120),
                Math.max(LEAST_OF_SECTION, Math.min(all / 6, 280)),
                Math.max(LEAST_OF_SECTION, Math.min(all / 7, 240)),
                Math.max(70, Math.min(Sentences.MAX_LENGTH, all * 2 / 3)));
    }

    int points(int used) {
        return Math.max(0, all - HEADINGS - used);
    }
}
