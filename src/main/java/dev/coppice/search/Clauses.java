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
 * Builds the Lucene queries for the terms of a search query. Each of them searches one or both of the texts of a
 * document ({@link Texts}). Immutable.
 *
 * @param terms the terms of the query
 * @param english true if English function words such as "the" have a lower weight than other words; false if the index
 *     has another language
 */
record Clauses(QueryTerms terms, boolean english) {
    /**
     * Weight of an English function word such as "the" in the score of a match. Other words have the weight 1. A
     * function word counts less because it says little about the topic of a question.
     */
    private static final float FUNCTION_WORD = 0.5f;

    /**
     * The two texts of a message's document. {@code SAID} is what people and models said, {@code ASIDE} everything
     * else. The document of a block entry has only {@code SAID}. Each constant names the two index fields of its text:
     * one has stemmed words, the other unstemmed words.
     */
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

    /**
     * Returns a Lucene query that matches documents that have at least one required word or prefix in the text
     * {@code in}. Only this query contributes to the scores of matches; the queries of the other methods only filter.
     *
     * @param in which text of a document to search
     */
    Query any(Texts in) {
        var builder = new BooleanQuery.Builder();
        for (var word : terms.words()) {
            var query = new TermQuery(new Term(in.stems, word));
            boolean weak = english && FunctionWords.contains(word);
            builder.add(weak ? new BoostQuery(query, FUNCTION_WORD) : query, Occur.SHOULD);
        }
        for (var prefix : terms.prefixes()) {
            builder.add(new ConstantScoreQuery(new PrefixQuery(new Term(in.words, prefix))), Occur.SHOULD);
        }
        return builder.build();
    }

    /**
     * Returns one Lucene query for each required word, phrase or prefix. Each of them matches documents that contain
     * the word, phrase or prefix in at least one of the searched texts. Of a prefix with several terms, such as
     * {@code well-kno*}, the last term may be anywhere in the same text as the others.
     *
     * @param in which texts of a document to search
     */
    List<Query> required(Texts... in) {
        return terms.required().stream().map(piece -> anywhere(piece, in)).toList();
    }

    /**
     * Returns one Lucene query for each excluded word, phrase or prefix. Each of them matches documents that contain
     * the word, phrase or prefix in at least one of the searched texts, in the same sense as in {@link #required}.
     *
     * @param in which texts of a document to search
     */
    List<Query> excluded(Texts... in) {
        return terms.excluded().stream().map(piece -> anywhere(piece, in)).toList();
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
        var prefix = new PrefixQuery(new Term(in.words, piece.last()));
        return piece.terms().size() == 1
                ? prefix
                : new BooleanQuery.Builder()
                        .add(sequence(piece.withoutLast(), in.stems), Occur.FILTER)
                        .add(prefix, Occur.FILTER)
                        .build();
    }

    /**
     * Returns a Lucene query for documents in which the terms of a phrase, or of another piece of the query, are
     * adjacent and in the same order.
     *
     * @param field the index field to search
     */
    private static Query sequence(Piece piece, String field) {
        return piece.terms().size() == 1
                ? new TermQuery(new Term(field, piece.last()))
                : new PhraseQuery(field, piece.terms().toArray(String[]::new));
    }
}
