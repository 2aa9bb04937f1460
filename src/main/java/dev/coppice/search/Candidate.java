package dev.coppice.search;

import dev.coppice.message.Position;

/**
 * A matching document; whether the reader can see the message is not yet known.
 *
 * @param tree that the text belongs to; in a search within one session, that session's tree
 * @param edit whether the text is an edit's
 * @param score Lucene's, or that of the ranking
 */
record Candidate(long tree, Position position, boolean edit, double score) {
    /** Identifies the document. */
    record Document(long tree, Position position, boolean edit) {}

    Document document() {
        return new Document(tree, position, edit);
    }

    Candidate withScore(double other) {
        return new Candidate(tree, position, edit, other);
    }
}
