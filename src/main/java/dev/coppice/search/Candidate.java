package dev.coppice.search;

import dev.coppice.message.Position;

/**
 * A document that matches, not yet known to be there for the reader.
 *
 * @param tree that the text belongs to; of a search in one session, the one of its reader
 * @param edit true when the text is an edit's
 * @param score its own, or of the ranking
 */
record Candidate(long tree, Position position, boolean edit, double score) {
    /** Which document it is. */
    record Document(long tree, Position position, boolean edit) {}

    Document document() {
        return new Document(tree, position, edit);
    }

    Candidate scored(double other) {
        return new Candidate(tree, position, edit, other);
    }
}
