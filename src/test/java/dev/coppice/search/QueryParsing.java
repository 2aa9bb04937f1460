package dev.coppice.search;

import dev.coppice.fuzz.Refusals;
import dev.coppice.search.index.TextAnalyzer;
import java.nio.charset.StandardCharsets;

/** Reads search queries and the other parameters of a search, for fuzzing. */
public final class QueryParsing {
    private static final TextAnalyzer STEMS = new TextAnalyzer("english");
    private static final TextAnalyzer WORDS = new TextAnalyzer("unicode");
    private static final int MAX_TERMS = 64;

    private QueryParsing() {}

    /** Reads the input as a query, of which it makes the clauses and a snippet, and as each other parameter. */
    public static void parse(byte[] input) {
        var text = new String(input, StandardCharsets.UTF_8);
        Refusals.each(
                () -> query(text),
                () -> ShownHits.of(text, 0),
                () -> SearchParameters.hitOptions(text, null, null, null),
                () -> SearchParameters.hitOptions(null, null, text, null),
                () -> SearchParameters.hitOptions(null, null, null, text));
    }

    private static void query(String text) {
        var query = SearchQuery.parse(text);
        query.stableHash();
        var terms = QueryTerms.of(query, STEMS, WORDS, MAX_TERMS);
        var clauses = new Clauses(terms, true);
        clauses.any(Clauses.Texts.SAID);
        clauses.required(Clauses.Texts.values());
        clauses.excluded(Clauses.Texts.ASIDE);
        Snippet.of(text, terms.required(), STEMS);
        Snippet.of(text, terms.singles(), STEMS);
    }
}
