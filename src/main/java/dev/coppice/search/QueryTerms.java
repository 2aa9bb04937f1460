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
 * A search query as terms of the index. Its words are analyzed in the same way as indexed texts. A word that gives
 * several terms, such as {@code well-known} or a Chinese word, is searched as a phrase. Immutable.
 *
 * @param required words, phrases and prefixes; a match of the whole query contains all of them
 * @param excluded words, phrases and prefixes that a match must not contain
 */
record QueryTerms(List<Piece> required, List<Piece> excluded) {
    /**
     * A word, phrase or prefix of the query as a sequence of consecutive terms. The prefix {@code well-kno*}, for
     * example, has the terms {@code well} and {@code kno}.
     *
     * @param terms stems; the last term of a prefix is not stemmed
     * @param prefix true if the last term is only the beginning of a word
     */
    record Piece(List<String> terms, boolean prefix) {
        Piece {
            terms = List.copyOf(terms);
        }

        String last() {
            return terms.get(terms.size() - 1);
        }

        /** Returns this piece without its last term, as a piece that is no prefix. */
        Piece withoutLast() {
            return new Piece(terms.subList(0, terms.size() - 1), false);
        }
    }

    /**
     * Number of terms that each term of a prefix counts as, an estimate of its cost: a search must look up all words
     * that begin with the prefix.
     */
    private static final int PREFIX_COST = 8;

    /**
     * Returns the terms of a query.
     *
     * @param stems analyzer for words and phrases
     * @param words analyzer for the last term of a prefix; splits a text as {@code stems} does, but does not stem
     * @param maxTerms maximum number of required terms, and also of excluded ones; each term of a prefix counts as
     *     {@link #PREFIX_COST} terms. When this number is reached, further terms are ignored.
     */
    static QueryTerms of(SearchQuery query, TextAnalyzer stems, TextAnalyzer words, int maxTerms) {
        return new QueryTerms(
                pieces(query.required(), stems, words, maxTerms), pieces(query.excluded(), stems, words, maxTerms));
    }

    /**
     * Converts words, phrases and prefixes of a query to pieces, without repetitions. Leaves out those without a term,
     * such as {@code &}, and those beyond the maximum number of terms.
     *
     * @param maxTerms maximum number of terms; each term of a prefix counts as {@link #PREFIX_COST} terms
     */
    private static List<Piece> pieces(List<Term> terms, Analyzer stems, Analyzer words, int maxTerms) {
        var pieces = new LinkedHashSet<Piece>();
        int remaining = maxTerms;
        for (var term : terms) {
            var piece = piece(term, stems, words, remaining);
            if (!piece.terms().isEmpty() && pieces.add(piece)) {
                remaining -= piece.terms().size() * (term.kind() == Kind.PREFIX ? PREFIX_COST : 1);
            }
        }
        return List.copyOf(pieces);
    }

    /**
     * Returns the first {@code max} terms of a word, phrase or prefix. A prefix that ends with a Chinese, Japanese or
     * Korean character is a phrase: the index has a term for each such character.
     */
    private static Piece piece(Term term, Analyzer stems, Analyzer words, int max) {
        var found = terms(stems, term.text(), max);
        int last = found.size() - 1;
        if (term.kind() == Kind.PREFIX && last >= 0) {
            var beginning = terms(words, term.text(), max).get(last);
            if (!isCharacter(beginning)) {
                found.set(last, beginning);
                return new Piece(found, true);
            }
        }
        return new Piece(found, false);
    }

    /**
     * True if the term is a single Chinese, Japanese or Korean character. The index has a term for each such character,
     * so no term with several characters begins with it.
     */
    private static boolean isCharacter(String term) {
        return term.codePointCount(0, term.length()) == 1 && CjkCharacters.isCjk(term.codePointAt(0));
    }

    /** Returns the first {@code max} terms that an analyzer makes of a text; empty if the text contains no term. */
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

    /**
     * Returns the distinct required terms that are whole words, including the words of phrases. In a search for matches
     * of a part of the query, a match must contain at least one of these words or of {@link #prefixes}.
     */
    Set<String> words() {
        return required.stream()
                .flatMap(piece -> (piece.prefix() ? piece.withoutLast() : piece).terms().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Returns the distinct required terms that are prefixes, that is, the beginning of a word; empty if there are none.
     */
    Set<String> prefixes() {
        return required.stream()
                .filter(Piece::prefix)
                .map(Piece::last)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Returns each distinct required word and prefix as a piece of its own. Snippets highlight these pieces if a
     * message matches only a part of the query.
     */
    List<Piece> singles() {
        var singles = new LinkedHashSet<Piece>();
        words().forEach(word -> singles.add(new Piece(List.of(word), false)));
        prefixes().forEach(prefix -> singles.add(new Piece(List.of(prefix), true)));
        return List.copyOf(singles);
    }

    /**
     * True if the query has exactly one required term. For such a query, a search for texts that match only a part of
     * it would find nothing more.
     */
    boolean isSingle() {
        return required.size() == 1 && required.get(0).terms().size() == 1;
    }
}
