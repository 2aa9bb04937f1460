package dev.coppice.compaction.extractive;

/** How much a sentence's wording counts; the weight of its words is multiplied by it. */
final class Scoring {
    /** A sentence with fewer words that mean something is taken only when there is nothing else. */
    static final int FEW_WORDS = 2;

    /** Words that a sentence is taken to have besides its own, so that the shortest do not win by their brevity. */
    private static final int HEADROOM = 4;

    private static final double LENGTH_POWER = 0.6;

    private Scoring() {}

    static double factor(Terms terms, Signals signals, String role, boolean opens) {
        double factor = 1 / Math.pow(terms.words() + HEADROOM, LENGTH_POWER);
        factor *= signals.question() ? 0.4 : 1;
        factor *= signals.filler() ? 0.4 : 1;
        factor *= signals.decision() ? 1.25 : 1;
        factor *= signals.task() ? 1.1 : 1;
        factor *= signals.own() ? 1.3 : 1;
        factor *= 1 + 0.08 * Math.min(4, terms.names()) + 0.12 * Math.min(3, terms.numbers());
        factor *= role.equals("system") ? 0.5 : 1;
        return opens ? 1.1 * factor : factor;
    }
}
