package dev.coppice.search;

import dev.coppice.message.Position;

/**
 * A document of the index that matches the query. It was not checked yet whether the reader can see its message.
 *
 * @param tree tree that the text belongs to; in a search within one session, always that session's tree
 * @param position position of the message
 * @param edit true if the document is the text of an edit, false for the original text
 * @param score score given by Lucene, later replaced by the one of {@link Ranking}
 */
record Candidate(long tree, Position position, boolean edit, double score) {
    /** Identifies a document of the index: tree and position of the message, and whether it is the text of an edit. */
    record Document(long tree, Position position, boolean edit) {}

    Document document() {
        return new Document(tree, position, edit);
    }

    Candidate withScore(double other) {
        return new Candidate(tree, position, edit, other);
    }
}
