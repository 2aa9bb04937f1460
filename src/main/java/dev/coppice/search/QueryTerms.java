package dev.coppice.search;

import dev.coppice.search.SearchQuery.Kind;
import dev.coppice.search.SearchQuery.Term;
import dev.coppice.search.index.CjkCharacters;
import dev.coppice.search.index.TextAnalyzer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * A query in the terms of the index: what was typed, analysed as texts are. A word that is several terms, such as
 * {@code well-known} or a run of Chinese, is a phrase of them. Immutable.
 */
record QueryTerms(List<Piece> wanted, List<Piece> unwanted) {
    /**
     * Terms that follow each other.
     *
     * @param terms in stems, or as they stand when the last one is the beginning of a word
     */
    record Piece(List<String> terms, boolean prefix) {
        Piece {
            terms = List.copyOf(terms);
        }

        String last() {
            return terms.get(terms.size() - 1);
        }

        Piece withoutLast() {
            return new Piece(terms.subList(0, terms.size() - 1), false);
        }
    }

    /** A beginning of a word is so many terms' work: all words that begin so are looked up. */
    private static final int PREFIX_COST = 8;

    /** @param maxTerms terms that are looked at, a beginning for several; what stands behind them is not */
    static QueryTerms of(SearchQuery query, TextAnalyzer stems, TextAnalyzer words, int maxTerms) {
        var left = new int[] {maxTerms};
        return new QueryTerms(pieces(query.wanted(), stems, words, left), pieces(query.unwanted(), stems, words, left));
    }

    private static List<Piece> pieces(List<Term> terms, Analyzer stems, Analyzer words, int[] left) {
        var pieces = new LinkedHashSet<Piece>();
        for (var term : terms) {
            boolean prefix = term.kind() == Kind.PREFIX;
            var found = terms(prefix ? words : stems, term.text(), left[0]);
            if (!found.isEmpty() && pieces.add(new Piece(found, prefix && !isCharacter(found.get(found.size() - 1))))) {
                left[0] -= found.size() * (prefix ? PREFIX_COST : 1);
            }
        }
        return List.copyOf(pieces);
    }

    /** Nothing begins with a Chinese character but itself: such a term is whole, stemmed or not. */
    private static boolean isCharacter(String term) {
        return term.codePointCount(0, term.length()) == 1 && CjkCharacters.isCjk(term.codePointAt(0));
    }

    private static List<String> terms(Analyzer analyzer, String text, int max) {
        var terms = new ArrayList<String>();
        try (var tokens = analyzer.tokenStream("", text)) {
            var term = tokens.getAttribute(CharTermAttribute.class);
            tokens.reset();
            while (terms.size() < max && tokens.incrementToken()) {
                terms.add(term.toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a string does not fail
        }
        return terms;
    }

    /** Its single terms, each once: what a partial match may have some of. Beginnings of words apart. */
    Set<String> words() {
        return wanted.stream()
                .flatMap(piece -> (piece.prefix() ? piece.withoutLast() : piece).terms().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    Set<String> prefixes() {
        return wanted.stream()
                .filter(Piece::prefix)
                .map(Piece::last)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Each of its terms for itself, as a partial match may have it. */
    List<Piece> singles() {
        var singles = new LinkedHashSet<Piece>();
        words().forEach(word -> singles.add(new Piece(List.of(word), false)));
        prefixes().forEach(prefix -> singles.add(new Piece(List.of(prefix), true)));
        return List.copyOf(singles);
    }

    /** True when having one of its terms is having all. */
    boolean isSingle() {
        return wanted.size() == 1 && wanted.get(0).terms().size() == 1;
    }
}
