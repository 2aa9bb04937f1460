package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.web.Cursor;
import java.util.List;

/**
 * Where a page of hits ended: behind a document with a score. The next page is ranked anew, and goes on behind that
 * document, or, when it has gone, behind its score.
 *
 * @param request hash of what was asked; a mark of another search is refused
 * @param partial that the pages are of partial matches
 */
record PageMark(int request, boolean partial, double score, long session, long branch, int depth) {
    private static final String KIND = "search";

    /** Before everything: for a search that has to begin again. */
    static PageMark start(int request, boolean partial) {
        return new PageMark(request, partial, Double.POSITIVE_INFINITY, -1, -1, -1);
    }

    static PageMark behind(int request, boolean partial, Candidate last) {
        var at = last.position();
        return new PageMark(request, partial, last.score(), last.session(), at.branch(), at.depth());
    }

    String toCursor() {
        return Cursor.of(KIND, request, partial ? 1 : 0, Double.doubleToRawLongBits(score), session, branch, depth);
    }

    /** The mark of a cursor, or null for none; 400 {@code malformed} for one of another search. */
    static PageMark of(String cursor, int request) {
        if (cursor == null) {
            return null;
        }
        var numbers = Cursor.read(KIND, 6, cursor);
        if (numbers[0] != request) {
            throw new Problem(Code.MALFORMED, "The cursor belongs to another search.");
        }
        return new PageMark(request, numbers[1] == 1, Double.longBitsToDouble(numbers[2]), numbers[3], numbers[4], (int)
                numbers[5]);
    }

    /** What of a ranking is behind this. */
    List<Candidate> rest(List<Candidate> ranked) {
        for (int i = 0; i < ranked.size(); i++) {
            var at = ranked.get(i).position();
            if (at.branch() == branch && at.depth() == depth && ranked.get(i).session() == session) {
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
