package dev.coppice.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** What was typed, and what is meant. */
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

    private static void assertMeans(String text, List<Term> wanted, List<Term> unwanted) {
        assertEquals(new SearchQuery(wanted, unwanted), SearchQuery.parse(text), text);
    }

    @Test
    void wordsAreWanted() {
        assertMeans(" deployment\tFriday　", List.of(word("deployment"), word("Friday")), List.of());
    }

    @Test
    void quotesMakeAPhrase() {
        assertMeans("a \"b  c\" d", List.of(word("a"), phrase("b  c"), word("d")), List.of());
        assertMeans("\"b\"c", List.of(phrase("b"), word("c")), List.of());
    }

    @Test
    void aDashBeforeSomethingExcludesIt() {
        assertMeans("a -b -c* -\"d e\"", List.of(word("a")), List.of(word("b"), prefix("c"), phrase("d e")));
    }

    @Test
    void aStarBehindAWordMakesABeginning() {
        assertMeans("dep* ab**", List.of(prefix("dep"), prefix("ab")), List.of());
    }

    @Test
    void everythingElseIsText() {
        assertMeans(
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
        assertMeans("\"open", List.of(word("\"open")), List.of());
        assertMeans("- * -* \"\"", List.of(), List.of());
    }

    @Test
    void blankIsTheOnlyError() {
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
        qt().withExamples(5000).forAll(odd).checkAssert(SearchQueryTest::assertReads);
        qt().withExamples(2000)
                .forAll(strings().allPossible().ofLengthBetween(1, 200))
                .checkAssert(SearchQueryTest::assertReads);
    }

    /** No term is empty, and each stands in the text. */
    private static void assertReads(String text) {
        try {
            var query = SearchQuery.parse(text + "x");
            for (var terms : List.of(query.wanted(), query.unwanted())) {
                for (var term : terms) {
                    assertTrue(!term.text().isEmpty() && (text + "x").contains(term.text()), text);
                }
            }
            assertTrue(query.wanted().size() + query.unwanted().size() > 0, text);
        } catch (Problem e) {
            throw new AssertionError(text, e);
        }
    }

    @Test
    void aLongTextIsReadInTimeLinearInItsLength() {
        var query = SearchQuery.parse("\"a -b* ".repeat(200_000));
        assertEquals(
                100_000,
                query.wanted().stream()
                        .filter(term -> term.kind() == Kind.PHRASE)
                        .count());
    }
}
