package dev.coppice.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.strings;

import dev.coppice.Problem;
import dev.coppice.search.SearchQuery.Kind;
import dev.coppice.search.SearchQuery.Term;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Parsing search queries. */
class SearchQueryTest {
    private static final String ODD = "\"\"\"**-- \t\n　ab東\\/()[]~:?'“”\u0000\uD83D\uDE00\uD800";

    private static Term word(String text) {
        return new Term(Kind.WORD, text);
    }

    private static Term phrase(String text) {
        return new Term(Kind.PHRASE, text);
    }

    private static Term prefix(String text) {
        return new Term(Kind.PREFIX, text);
    }

    private static void assertParses(String text, List<Term> required, List<Term> excluded) {
        assertEquals(new SearchQuery(required, excluded), SearchQuery.parse(text), text);
    }

    @Test
    void wordsAreRequired() {
        assertParses(" deployment\tFriday　", List.of(word("deployment"), word("Friday")), List.of());
    }

    /** Cursors contain these hashes, and a cursor must be valid on every node and after a restart. */
    @Test
    void hashOfASearchIsTheSameInEveryProcess() {
        assertEquals(-894296479, SearchQuery.parse("a \"b c\" -d*").stableHash());
        assertEquals(1534614178, new SearchFilter("n", "u", null, null, "user", 5L, null, null).stableHash());
        assertNotEquals(
                SearchQuery.parse("a").stableHash(), SearchQuery.parse("a*").stableHash());
        assertNotEquals(
                SearchQuery.parse("a b").stableHash(), SearchQuery.parse("a -b").stableHash());
    }

    @Test
    void quotesEncloseAPhrase() {
        assertParses("a \"b  c\" d", List.of(word("a"), phrase("b  c"), word("d")), List.of());
        assertParses("\"b\"c", List.of(phrase("b"), word("c")), List.of());
    }

    @Test
    void minusExcludesATerm() {
        assertParses("a -b -c* -\"d e\"", List.of(word("a")), List.of(word("b"), prefix("c"), phrase("d e")));
    }

    @Test
    void starAfterAWordMakesAPrefix() {
        assertParses("dep* ab**", List.of(prefix("dep"), prefix("ab")), List.of());
    }

    @Test
    void otherCharactersAreText() {
        assertParses(
                "a-b c*d 5\" (x OR y) f:z ~",
                List.of(
                        word("a-b"),
                        word("c*d"),
                        word("5\""),
                        word("(x"),
                        word("OR"),
                        word("y)"),
                        word("f:z"),
                        word("~")),
                List.of());
        assertParses("\"open", List.of(word("\"open")), List.of());
        assertParses("- * -* \"\"", List.of(), List.of());
    }

    @Test
    void onlyBlankQueryIsRefused() {
        for (var blank : new String[] {null, "", "  \t", "　\u00A0", "\u0000"}) {
            var problem = assertThrows(Problem.class, () -> SearchQuery.parse(blank));
            assertEquals("blank-query", problem.code().code());
        }
    }

    @Test
    void anyOtherTextIsAQuery() {
        var odd = lists().of(integers().between(0, ODD.length() - 1))
                .ofSizeBetween(1, 40)
                .map(picks -> picks.stream()
                        .map(pick -> ODD.substring(pick, pick + 1))
                        .collect(Collectors.joining()));
        qt().withExamples(5000).forAll(odd).checkAssert(SearchQueryTest::assertTermsOccur);
        qt().withExamples(2000)
                .forAll(strings().allPossible().ofLengthBetween(1, 200))
                .checkAssert(SearchQueryTest::assertTermsOccur);
    }

    /** No term is empty, and each occurs in the text. */
    private static void assertTermsOccur(String text) {
        try {
            var query = SearchQuery.parse(text + "x");
            for (var terms : List.of(query.required(), query.excluded())) {
                for (var term : terms) {
                    assertTrue(!term.text().isEmpty() && (text + "x").contains(term.text()), text);
                }
            }
            assertTrue(query.required().size() + query.excluded().size() > 0, text);
        } catch (Problem e) {
            throw new AssertionError(text, e);
        }
    }

    @Test
    void longQueryIsParsedInLinearTime() {
        var query = SearchQuery.parse("\"a -b* ".repeat(200_000));
        assertEquals(
                100_000,
                query.required().stream()
                        .filter(term -> term.kind() == Kind.PHRASE)
                        .count());
    }
}
