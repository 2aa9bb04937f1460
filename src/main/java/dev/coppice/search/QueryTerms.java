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
 * A query in the terms of the index: its words are analyzed like indexed texts. A word of several terms, such as {@code
 * well-known} or a Chinese word, becomes a phrase. Immutable.
 */
record QueryTerms(List<Piece> required, List<Piece> excluded) {
    /**
     * Consecutive terms.
     *
     * @param terms stems; unstemmed words if {@code prefix}
     * @param prefix whether the last term is the beginning of a word
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

    /** A prefix counts as so many terms, because all words that begin with it are looked up. */
    private static final int PREFIX_COST = 8;

    /** @param maxTerms terms used, where a prefix counts for several; the rest of the query is ignored */
    static QueryTerms of(SearchQuery query, TextAnalyzer stems, TextAnalyzer words, int maxTerms) {
        var remaining = new int[] {maxTerms};
        return new QueryTerms(
                pieces(query.required(), stems, words, remaining), pieces(query.excluded(), stems, words, remaining));
    }

    private static List<Piece> pieces(List<Term> terms, Analyzer stems, Analyzer words, int[] remaining) {
        var pieces = new LinkedHashSet<Piece>();
        for (var term : terms) {
            boolean prefix = term.kind() == Kind.PREFIX;
            var found = terms(prefix ? words : stems, term.text(), remaining[0]);
            if (!found.isEmpty() && pieces.add(new Piece(found, prefix && !isCharacter(found.get(found.size() - 1))))) {
                remaining[0] -= found.size() * (prefix ? PREFIX_COST : 1);
            }
        }
        return List.copyOf(pieces);
    }

    /** A CJK character is a term of its own: no longer term begins with it. */
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
            throw new UncheckedIOException(e); // reading a string never fails
        }
        return terms;
    }

    /** The distinct terms without the prefixes; a partial match has any of them. */
    Set<String> words() {
        return required.stream()
                .flatMap(piece -> (piece.prefix() ? piece.withoutLast() : piece).terms().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The distinct prefixes. */
    Set<String> prefixes() {
        return required.stream()
                .filter(Piece::prefix)
                .map(Piece::last)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Each distinct term and prefix as a piece of its own, as marked in snippets of partial matches. */
    List<Piece> singles() {
        var singles = new LinkedHashSet<Piece>();
        words().forEach(word -> singles.add(new Piece(List.of(word), false)));
        prefixes().forEach(prefix -> singles.add(new Piece(List.of(prefix), true)));
        return List.copyOf(singles);
    }

    /** Whether it has a single term, so that every partial match is a full match. */
    boolean isSingle() {
        return required.size() == 1 && required.get(0).terms().size() == 1;
    }
}
