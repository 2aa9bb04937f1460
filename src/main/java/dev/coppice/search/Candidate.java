package dev.coppice.search;

import dev.coppice.message.Position;

/**
 * A document of the search index that matches a query and contains the text of one message. Whether the searching
 * client may see this text is checked later ({@link HitVisibility}).
 *
 * @param tree database id of the tree that the text belongs to. In a search within one session, this is always the tree
 *     of that session, even for a text that the session inherited as a fork.
 * @param position row position of the message
 * @param edit true if the text is that of an edit (an update of the message), false if it is the original text
 * @param score Lucene's score of the document, later replaced by the score of {@link Ranking}; higher is better
 */
record Candidate(long tree, Position position, boolean edit, double score) {
    /**
     * Identity of a document of the search index that contains the text of a message.
     *
     * @param tree database id of the tree that the text belongs to
     * @param position row position of the message
     * @param edit true if the text is that of an edit (an update of the message), false if it is the original text
     */
    record Document(long tree, Position position, boolean edit) {}

    Document document() {
        return new Document(tree, position, edit);
    }

    Candidate withScore(double other) {
        return new Candidate(tree, position, edit, other);
    }
}
