package dev.coppice.search;

import dev.coppice.message.Position;

/**
 * A document of the search index that matches a query: the text of a message. It was not checked yet whether the reader
 * can see this text.
 *
 * @param tree database id of the tree that the text belongs to; in a search within one session, always of that
 *     session's tree
 * @param position row position of the message
 * @param edit true if the document is the text of an edit, false for the original text
 * @param score Lucene's score of the document, later replaced by that of {@link Ranking}; higher is better
 */
record Candidate(long tree, Position position, boolean edit, double score) {
    /**
     * Identifies a document of the search index: tree and row position of the message, and whether it is the text of an
     * edit.
     */
    record Document(long tree, Position position, boolean edit) {}

    Document document() {
        return new Document(tree, position, edit);
    }

    /** Returns the same candidate with another score. */
    Candidate withScore(double other) {
        return new Candidate(tree, position, edit, other);
    }
}
