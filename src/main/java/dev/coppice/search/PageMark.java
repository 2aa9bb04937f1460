package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Cursor;
import dev.coppice.message.Position;
import java.util.List;

/**
 * Where a page of hits ended: behind a document with a score. The next page is ranked anew, and goes on behind that
 * document, or, when it has gone, behind its score.
 *
 * @param request hash of what was asked; a mark of another search is refused
 * @param partial that the pages are of partial matches
 */
record PageMark(int request, boolean partial, double score, long tree, long branch, int depth, boolean edit) {
    private static final String KIND = "search";

    /** Before everything: for a search that has to begin again. */
    static PageMark start(int request, boolean partial) {
        return new PageMark(request, partial, Double.POSITIVE_INFINITY, -1, -1, -1, false);
    }

    static PageMark behind(int request, boolean partial, Candidate last) {
        var at = last.position();
        return new PageMark(request, partial, last.score(), last.tree(), at.branch(), at.depth(), last.edit());
    }

    private static int bit(boolean flag) {
        return flag ? 1 : 0;
    }

    String toCursor() {
        return Cursor.of(
                KIND, request, bit(partial), Double.doubleToRawLongBits(score), tree, branch, depth, bit(edit));
    }

    /** The mark of a cursor, or null for none; 400 {@code malformed} for one of another search. */
    static PageMark of(String cursor, int request) {
        if (cursor == null) {
            return null;
        }
        var numbers = Cursor.read(KIND, 7, cursor);
        if (numbers[0] != request) {
            throw new Problem(Code.MALFORMED, "The cursor belongs to another search.");
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

    /** What of a ranking is behind this. */
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
