package dev.coppice.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.strings;

import dev.coppice.search.index.TextAnalyzer;
import org.junit.jupiter.api.Test;

/** Snippets of hits. */
class SnippetTest {
    private static final TextAnalyzer ENGLISH = new TextAnalyzer("english");
    private static final TextAnalyzer PLAIN = new TextAnalyzer("unicode");

    private static String snippet(String text, String query) {
        return Snippet.of(
                text,
                QueryTerms.of(SearchQuery.parse(query), ENGLISH, PLAIN, 64).required(),
                ENGLISH);
    }

    @Test
    void matchesAreMarkedAndTextIsEscaped() {
        assertEquals(
                "&lt;script&gt; &amp; the <mark>Deployment&#39;s</mark> &quot;day&quot;",
                snippet("<script> & the Deployment's \"day\"", "deployments"));
    }

    @Test
    void phraseIsMarkedWhereItsTermsAreConsecutive() {
        assertEquals("new a <mark>new york</mark> york", snippet("new a new york york", "\"new york\""));
        assertEquals("私は<mark>東京</mark>に京東", snippet("私は東京に京東", "東京"));
    }

    @Test
    void prefixMatchesAreMarkedUnstemmed() {
        assertEquals("<mark>Déployments</mark> go", snippet("Déployments go", "deploym*"));
        assertEquals("<mark>running shoes</mark>", snippet("running shoes", "running-sho*"));
    }

    @Test
    void marksEncloseTheOriginalCharacters() {
        assertEquals(
                "Le <mark>cafe\u0301</mark> &amp; le <mark>Café</mark>", snippet("Le cafe\u0301 & le Café", "CAFE"));
        assertEquals("<mark>café</mark>, then <mark>ﬁnal</mark>", snippet("café, then ﬁnal", "cafe\u0301 fin*"));
        assertEquals("a <mark>cafe\u0301 noir</mark>", snippet("a cafe\u0301 noir", "\"café noir\""));
        assertEquals("<mark>ｶﾞﾗ</mark>ｽ", snippet("ｶﾞﾗｽ", "ガラ"));
        assertEquals("<mark>ガラ</mark>ス", snippet("ガラス", "ｶﾞﾗ"));
        assertEquals("ein <mark>Ｃａｆé</mark>", snippet("ein Ｃａｆé", "ca*"));
    }

    @Test
    void snippetOfALongTextShowsMostMatches() {
        var text = "alpha " + "filler ".repeat(200) + "alpha beta " + "filler ".repeat(200);
        var snippet = snippet(text, "alpha beta");
        assertTrue(snippet.startsWith("…") && snippet.endsWith("…"), snippet);
        assertTrue(snippet.contains("<mark>alpha</mark> <mark>beta</mark>"), snippet);
        assertTrue(snippet.length() < Snippet.LENGTH + 60, snippet);
    }

    @Test
    void snippetWithoutAMatchIsTheBeginning() {
        assertEquals("some text", snippet("some text", "other"));
    }

    @Test
    void marksAreTheOnlyTags() {
        qt().withExamples(1000)
                .forAll(strings().basicLatinAlphabet().ofLengthBetween(0, 600))
                .checkAssert(text -> {
                    var snippet = snippet(text, "a* b c");
                    var plain = snippet.replace("<mark>", "").replace("</mark>", "");
                    assertTrue(plain.indexOf('<') < 0 && plain.indexOf('>') < 0, snippet);
                });
        qt().withExamples(1000)
                .forAll(strings().allPossible().ofLengthBetween(0, 600))
                .checkAssert(text -> snippet(text, "a* b c"));
    }
}
