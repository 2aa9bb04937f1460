package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Cursor;
import dev.coppice.message.Position;
import java.util.List;

/**
 * The end of a page of hits: the last document on the page, with its score. To build the next page, the search runs
 * again and continues after this document. If the document is not found again, the page begins with the first document
 * that has a lower score.
 *
 * @param request hash of the search; a cursor of another search is refused
 * @param partial true if the pages show matches of a part of the query
 * @param score score of the last document; infinite for a mark before the first hit, in which {@code tree},
 *     {@code branch} and {@code depth} are -1
 * @param tree database id of the tree of the last document
 * @param branch database id of the branch of the last document's message
 * @param depth depth of the last document's message
 * @param edit true if the last document is the text of an edit (an update of the message)
 */
record PageMark(int request, boolean partial, double score, long tree, long branch, int depth, boolean edit) {
    private static final String KIND = "search";

    /**
     * Returns a mark before the first hit, for a page that has no hits because the search timed out. The cursor for
     * this mark starts the search again.
     *
     * @param request hash of the search
     * @param partial true if the pages show matches of a part of the query
     */
    static PageMark start(int request, boolean partial) {
        return new PageMark(request, partial, Double.POSITIVE_INFINITY, -1, -1, -1, false);
    }

    /**
     * Returns the mark after the last result of a page.
     *
     * @param request hash of the search
     * @param partial true if the pages show matches of a part of the query
     * @param last the last result
     */
    static PageMark after(int request, boolean partial, Candidate last) {
        var at = last.position();
        return new PageMark(request, partial, last.score(), last.tree(), at.branch(), at.depth(), last.edit());
    }

    private static int bit(boolean flag) {
        return flag ? 1 : 0;
    }

    /** Returns the mark as a cursor for the client. {@link #of} reads the cursor. */
    String toCursor() {
        return Cursor.of(
                KIND, request, bit(partial), Double.doubleToRawLongBits(score), tree, branch, depth, bit(edit));
    }

    /**
     * Returns the mark that a cursor contains; null if the cursor is null. Throws 400 {@code malformed} if the text is
     * not a cursor of this search.
     *
     * @param request hash of the search
     */
    static PageMark of(String cursor, int request) {
        if (cursor == null) {
            return null;
        }
        var numbers = Cursor.read(KIND, 7, cursor);
        if (numbers[0] != request) {
            throw Problem.at(
                    "cursor",
                    Code.MALFORMED,
                    "The cursor belongs to another search; send it with the same parameters.");
        }
        return new PageMark(
                request,
                numbers[1] == 1,
                Double.longBitsToDouble(numbers[2]),
                numbers[3],
                numbers[4],
                (int) numbers[5],
                numbers[6] == 1);
    }

    /**
     * Returns the results that come after this mark's document. If the document is not among the results any more,
     * returns the results with a lower score.
     *
     * @param ranked all results of the search, best first
     */
    List<Candidate> rest(List<Candidate> ranked) {
        var last = new Candidate.Document(tree, new Position(branch, depth), edit);
        for (int i = 0; i < ranked.size(); i++) {
            if (ranked.get(i).document().equals(last)) {
                return ranked.subList(i + 1, ranked.size());
            }
        }
        int from = 0;
        while (from < ranked.size() && ranked.get(from).score() >= score) {
            from++;
        }
        return ranked.subList(from, ranked.size());
    }
}
