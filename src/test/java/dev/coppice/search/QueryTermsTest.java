package dev.coppice.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.search.QueryTerms.Piece;
import dev.coppice.search.index.TextAnalyzer;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Queries in the terms of the index. */
class QueryTermsTest {
    private static final TextAnalyzer ENGLISH = new TextAnalyzer("english");
    private static final TextAnalyzer PLAIN = new TextAnalyzer("unicode");

    private static QueryTerms english(String query) {
        return QueryTerms.of(SearchQuery.parse(query), ENGLISH, PLAIN, 64);
    }

    private static Piece piece(String... terms) {
        return new Piece(List.of(terms), false);
    }

    @Test
    void wordsAreStemmedFoldedAndTakenOnce() {
        assertEquals(
                List.of(piece("deploy"), piece("cafe"), piece("carolin")),
                english("Deployments deployment CAFÉ Caroline's").wanted());
    }

    @Test
    void aWordOfSeveralTermsIsAPhrase() {
        assertEquals(List.of(piece("well", "known")), english("well-known").wanted());
        assertEquals(List.of(piece("東", "京", "タ", "ワ", "ー")), english("東京タワー").wanted());
        assertEquals(List.of(piece("한", "국", "어")), english("한국어").wanted());
        assertEquals(List.of(piece("ひ", "ら")), english("ひら").wanted());
    }

    @Test
    void aBeginningIsNotStemmed() {
        assertEquals(
                List.of(new Piece(List.of("deployments"), true)),
                english("Deployments*").wanted());
        assertEquals(List.of(piece("東", "京")), english("東京*").wanted());
    }

    @Test
    void whatHasNoTermsIsNotWanted() {
        assertEquals(List.of(), english("!!! ??? -").wanted());
    }

    @Test
    void onlySoManyTermsAreLookedAt() {
        var wording = QueryTerms.of(SearchQuery.parse("\"a b c\" d e"), PLAIN, PLAIN, 4);
        assertEquals(Set.of("a", "b", "c", "d"), wording.words());
    }

    @Test
    void everyLanguageAnalyses() {
        for (var language : List.of("german", "french", "russian", "cjk", "icu", "turkish", "arabic")) {
            var wording = QueryTerms.of(SearchQuery.parse("Häuser 東京"), new TextAnalyzer(language), PLAIN, 9);
            assertEquals(List.of("東", "京"), wording.wanted().get(1).terms(), language);
        }
        assertThrows(IllegalArgumentException.class, () -> new TextAnalyzer("klingon"));
    }
}
