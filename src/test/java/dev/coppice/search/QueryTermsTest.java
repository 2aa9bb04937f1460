package dev.coppice.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.search.QueryTerms.Piece;
import dev.coppice.search.index.TextAnalyzer;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Analyzing queries into terms of the index. */
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
    void wordsAreStemmedFoldedAndDistinct() {
        assertEquals(
                List.of(piece("deploy"), piece("cafe"), piece("carolin")),
                english("Deployments deployment CAFÉ Caroline's").required());
    }

    @Test
    void wordOfSeveralTermsIsAPhrase() {
        assertEquals(List.of(piece("well", "known")), english("well-known").required());
        assertEquals(List.of(piece("東", "京", "タ", "ワ", "ー")), english("東京タワー").required());
        assertEquals(List.of(piece("한", "국", "어")), english("한국어").required());
        assertEquals(List.of(piece("ひ", "ら")), english("ひら").required());
    }

    @Test
    void prefixIsNotStemmed() {
        assertEquals(
                List.of(new Piece(List.of("deployments"), true)),
                english("Deployments*").required());
        assertEquals(List.of(piece("東", "京")), english("東京*").required());
    }

    /** So the words before the prefix rank a message as they would without it. */
    @Test
    void wordsBeforePrefixAreStemmed() {
        var terms = english("Running-Shoes* 東running*");
        assertEquals(
                List.of(new Piece(List.of("run", "shoes"), true), new Piece(List.of("東", "running"), true)),
                terms.required());
        assertEquals(Set.of("run", "東"), terms.words());
        assertEquals(Set.of("shoes", "running"), terms.prefixes());
    }

    @Test
    void prefixThatEndsWithCjkCharacterIsStemmedAsAPhrase() {
        assertEquals(english("database连").required(), english("database连*").required());
        assertEquals(List.of(piece("databas", "连")), english("database连*").required());
    }

    @Test
    void requiredWordsLeaveRoomForExclusions() {
        var terms = english("a* b* c* d* e* f* g* h* i* -friday");
        assertEquals(8, terms.required().size());
        assertEquals(List.of(piece("fridai")), terms.excluded());
    }

    @Test
    void queryWithoutWordsHasNoTerms() {
        assertEquals(List.of(), english("!!! ??? -").required());
    }

    @Test
    void termsBeyondTheLimitAreIgnored() {
        var terms = QueryTerms.of(SearchQuery.parse("\"a b c\" d e"), PLAIN, PLAIN, 4);
        assertEquals(Set.of("a", "b", "c", "d"), terms.words());
    }

    @Test
    void everyLanguageKeepsCjkCharacters() {
        for (var language : List.of("german", "french", "russian", "cjk", "icu", "turkish", "arabic")) {
            var terms = QueryTerms.of(SearchQuery.parse("Häuser 東京"), new TextAnalyzer(language), PLAIN, 9);
            assertEquals(List.of("東", "京"), terms.required().get(1).terms(), language);
        }
        assertThrows(IllegalArgumentException.class, () -> new TextAnalyzer("klingon"));
    }
}
