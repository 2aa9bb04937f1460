package dev.coppice.search;

import dev.coppice.message.Position;

/**
 * A document that matches the query. Whether the reader can see its message has not been checked yet.
 *
 * @param tree tree that the text belongs to; in a search within one session, always that session's tree
 * @param edit true if the document is the text of an edit
 * @param score score given by Lucene, or by {@link Ranking} after it
 */
record Candidate(long tree, Position position, boolean edit, double score) {
    /** Key that identifies the document. */
    record Document(long tree, Position position, boolean edit) {}

    Document document() {
        return new Document(tree, position, edit);
    }

    Candidate withScore(double other) {
        return new Candidate(tree, position, edit, other);
    }
}
