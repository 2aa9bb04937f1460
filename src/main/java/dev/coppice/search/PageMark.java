package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Cursor;
import dev.coppice.message.Position;
import java.util.List;

/**
 * The end of a page of hits: its last document and score. The next page is ranked anew and continues after that
 * document, or, if that is not found any more, after its score.
 *
 * @param request hash of the search; a mark of another search is refused
 * @param partial whether the pages show partial matches
 */
record PageMark(int request, boolean partial, double score, long tree, long branch, int depth, boolean edit) {
    private static final String KIND = "search";

    /** The mark before the first hit: for a search that must start again. */
    static PageMark start(int request, boolean partial) {
        return new PageMark(request, partial, Double.POSITIVE_INFINITY, -1, -1, -1, false);
    }

    static PageMark after(int request, boolean partial, Candidate last) {
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

    /** Reads a cursor; null for null. 400 {@code malformed} for a cursor of another search. */
    static PageMark of(String cursor, int request) {
        if (cursor == null) {
            return null;
        }
        var numbers = Cursor.read(KIND, 7, cursor);
        if (numbers[0] != request) {
            throw new Problem(
                    Code.MALFORMED, "The cursor belongs to another search; send it with the same parameters.");
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

    /** The candidates of a ranking that follow this mark. */
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
