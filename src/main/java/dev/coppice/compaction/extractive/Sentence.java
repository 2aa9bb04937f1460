package dev.coppice.compaction.extractive;

/**
 * A sentence that may be taken.
 *
 * @param order its number, in the order in which all were said; those of an earlier summary come first
 * @param message number of its message
 * @param head who said it and when, as it stands before it
 * @param speaker who said it
 * @param role of the message
 * @param content hashes of its words
 * @param factor by which its words' weight is multiplied
 */
record Sentence(
        int order,
        int message,
        String head,
        String speaker,
        String role,
        String text,
        int[] content,
        double factor,
        Signals signals) {
    String line() {
        return "- " + head + text;
    }
}
