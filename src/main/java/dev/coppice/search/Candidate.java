package dev.coppice.search;

import dev.coppice.message.Position;

/**
 * A document that matches, not yet known to be there for the reader.
 *
 * @param session number of the session that the text belongs to
 * @param edit true when the text is an edit's
 * @param score its own, or of the ranking
 */
record Candidate(long session, Position position, boolean edit, double score) {
    /** Which document it is. */
    record Document(long session, Position position, boolean edit) {}

    Document document() {
        return new Document(session, position, edit);
    }

    Candidate scored(double other) {
        return new Candidate(session, position, edit, other);
    }
}
