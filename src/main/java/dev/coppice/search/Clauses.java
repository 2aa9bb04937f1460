package dev.coppice.search;

import dev.coppice.search.QueryTerms.Piece;
import dev.coppice.search.index.IndexFields;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/**
 * What is searched for as Lucene's queries. Immutable.
 *
 * @param english true when words that every English sentence has count less
 */
record Clauses(QueryTerms wording, boolean english) {
    private static final float FUNCTION_WORD = 0.5f;

    /** Which of a document's texts is looked at. */
    enum Texts {
        SAID(IndexFields.SAID, IndexFields.SAID_WORDS),
        ASIDE(IndexFields.ASIDE, IndexFields.ASIDE_WORDS);

        private final String stems;
        private final String words;

        Texts(String stems, String words) {
            this.stems = stems;
            this.words = words;
        }
    }

    /** Any of the wanted words; this is what has a score. */
    Query some(Texts in) {
        var any = new BooleanQuery.Builder();
        for (var word : wording.words()) {
            var query = new TermQuery(new Term(in.stems, word));
            boolean weak = english && FunctionWords.contains(word);
            any.add(weak ? new BoostQuery(query, FUNCTION_WORD) : query, Occur.SHOULD);
        }
        for (var prefix : wording.prefixes()) {
            any.add(new ConstantScoreQuery(new PrefixQuery(new Term(in.words, prefix))), Occur.SHOULD);
        }
        return any.build();
    }

    /** Each piece that is wanted, in any of the texts. */
    List<Query> all(Texts... in) {
        return wording.wanted().stream().map(piece -> anywhere(piece, in)).toList();
    }

    /** Each piece that no hit may have, in any of the texts. */
    List<Query> none(Texts... in) {
        return wording.unwanted().stream().map(piece -> anywhere(piece, in)).toList();
    }

    private static Query anywhere(Piece piece, Texts... in) {
        if (in.length == 1) {
            return piece(piece, in[0]);
        }
        var any = new BooleanQuery.Builder();
        Stream.of(in).forEach(texts -> any.add(piece(piece, texts), Occur.SHOULD));
        return any.build();
    }

    private static Query piece(Piece piece, Texts in) {
        if (!piece.prefix()) {
            return sequence(piece, in.stems);
        }
        var beginning = new PrefixQuery(new Term(in.words, piece.last()));
        return piece.terms().size() == 1
                ? beginning
                : new BooleanQuery.Builder()
                        .add(sequence(piece.withoutLast(), in.words), Occur.FILTER)
                        .add(beginning, Occur.FILTER)
                        .build();
    }

    private static Query sequence(Piece piece, String field) {
        return piece.terms().size() == 1
                ? new TermQuery(new Term(field, piece.last()))
                : new PhraseQuery(field, piece.terms().toArray(String[]::new));
    }
}
