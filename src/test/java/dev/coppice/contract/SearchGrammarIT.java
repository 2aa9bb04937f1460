package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Syntax of queries: words, phrases, exclusions and prefixes. */
@DatabaseNeutral
class SearchGrammarIT extends SearchApi {

    /** Far more than a query takes on a busy machine, and far less than one whose cost explodes. */
    private static final Duration MAX_DURATION = Duration.ofSeconds(10);

    private static String conversation;

    @BeforeAll
    static void createConversation() {
        conversation = indexedSession(
                "The deployment is on Friday.", // m0
                "Friday is a good day for cake", // m1
                "Our café in Zürich opens EARLY", // m2
                "the universities of Straße and ελληνικά", // m3
                "cake on the table, deployment never", // m4
                "that well-known C++ bug, id ab_12.34"); // m5
    }

    @ParameterizedTest
    @CsvSource({
        "deployment Friday, m0",
        "friday DEPLOYMENT, m0",
        "deployments, m0 m4",
        "Fridays cakes, m1",
        "university, m3",
        "cafe zurich, m2",
        "CAFÉ ZÜRICH, m2",
        "early, m2",
        "strasse, m3",
        "ελληνικά, m3",
        "well-known, m5",
        "known well, m5",
        "ab_12.34, m5"
    })
    void allWordsMustMatchInAnyOrderAndInflection(String q, String expected) {
        assertEquals(ids(expected), found(conversation, q));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"on friday\"', m0",
        "'\"friday on\"', ''",
        "'\"good day\" friday', m1",
        "'\"good day\" deployment', ''",
        "'\"The Deployments\"', m0"
    })
    void quotedWordsMatchAsPhrase(String q, String expected) {
        assertEquals(ids(expected), found(conversation, q));
    }

    @ParameterizedTest
    @CsvSource({
        "friday -cake, m0",
        "friday -cakes, m0",
        "cake -\"on the table\", m1",
        "deployment -fri*, m4",
        "-cake friday, m0",
        "friday -cake -deployment, ''"
    })
    void minusExcludes(String q, String expected) {
        assertEquals(ids(expected), found(conversation, q));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-cake", "-cake -friday", "-\"on friday\"", "-nobody"})
    void exclusionsAloneFindNothing(String q) {
        var answer = search(conversation, q);
        assertEquals(List.of(), hits(answer));
        assertNull(answer.at("/nextCursor"));
    }

    @ParameterizedTest
    @CsvSource({
        "deploy*, m0 m4",
        "deployment*, m0 m4",
        "universit*, m3",
        "universities*, m3",
        "universitis*, ''",
        "FRI*, m0 m1",
        "caf*, m2",
        "zür*, m2",
        "fri* ca*, m1",
        "universities-of-str*, m3",
        "well-kno*, m5"
    })
    void starMatchesPrefixesOfUnstemmedWords(String q, String expected) {
        assertEquals(ids(expected), found(conversation, q));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"friday', m0 m1",
        "'friday\"', m0 m1",
        "'fri\"day', ''",
        "'(friday)', m0 m1",
        "'friday AND OR NOT', ''",
        "'fri?ay', ''",
        "'+friday', m0 m1",
        "'friday~', m0 m1",
        "'friday^2', ''",
        "'said:friday', ''",
        "'[friday', m0 m1",
        "'deployment\\', m0 m4",
        "'c++ bug', m5",
        "'friday cake & < >', m1"
    })
    void otherCharactersAreText(String q, String expected) {
        assertEquals(ids(expected), found(conversation, q));
    }

    @Test
    void phraseWithoutMatchFindsPartialMatches() {
        var answer = search(conversation, "\"friday deployment\"");
        assertTrue(answer.json().path("partial").asBoolean());
        assertEquals("m0", hits(answer).get(0));
        assertTrue(hits(answer).containsAll(List.of("m0", "m1", "m4")), answer.toString());
    }

    @Test
    void wordsWithoutCommonMessageFindPartialMatches() {
        var answer = search(conversation, "deployment friday unheard");
        assertTrue(answer.json().path("partial").asBoolean());
        assertEquals("m0", hits(answer).get(0));
        assertFalse(
                search(conversation, "deployment friday").json().path("partial").asBoolean());
    }

    /** The words before a prefix count in the ranking, inflected as they are. */
    @Test
    void wordBeforePrefixFindsPartialMatch() {
        var answer = search(conversation, "universities-unheard*");
        assertTrue(answer.json().path("partial").asBoolean());
        assertEquals(List.of("m3"), hits(answer));
    }

    @Test
    void excludedMessageIsNoPartialMatch() {
        var answer = search(conversation, "friday unheard -cake");
        assertTrue(answer.json().path("partial").asBoolean());
        assertEquals(List.of("m0"), hits(answer));
    }

    @Test
    void unknownWordFindsNothing() {
        var answer = search(conversation, "unheard");
        assertEquals(List.of(), hits(answer));
    }

    static Stream<String> hostileQueries() {
        return Stream.of(
                "\"",
                "\"\"",
                "\"\"\"",
                "\" \"",
                "-",
                "--",
                "-\"",
                "-\"\"",
                "-*",
                "*",
                "**",
                "\\",
                "\\\\\"",
                "(a OR b)",
                "/(.+)+x/",
                "a*b*c*",
                "?*",
                "~",
                "field:x",
                "said:*",
                "tenant:1",
                "[a TO b]",
                "\u0000",
                "a\u0000b",
                "😀",
                "👩‍👩‍👧 friday",
                "\ud83d",
                "&&||!",
                "%",
                "_",
                "' OR 1=1 --",
                "<script>",
                "\u202e",
                "\ufeff",
                "a* b* c* d* e* f* g* h* i* j* k* l* m* n* o* p* q* r* s* t* u* v* w* x* y* z*",
                "-a* \"b c\" -\"d",
                "\" ".repeat(3000),
                "-".repeat(20_000),
                "*".repeat(20_000),
                "a".repeat(100_000),
                "a-".repeat(40_000),
                "friday%20".repeat(5000),
                "字".repeat(11_000),
                IntStream.range(0, 10_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" ")),
                IntStream.range(0, 9_000).mapToObj(i -> "w" + i + "*").collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @MethodSource("hostileQueries")
    void hostileQueryNeitherFailsNorTakesLong(String q) {
        for (var call : List.of(call(conversation, q), api().get(SEARCH).query("q", q))) {
            var answer = call.send();
            if (q.equals("\u0000")) {
                answer.problem(400, "blank-query");
            } else {
                answer.expect(200);
            }
            // A busy machine may be slow once; an expensive query is slow every time.
            for (int again = 0; again < 4 && answer.took().compareTo(MAX_DURATION) >= 0; again++) {
                answer = call.send();
            }
            assertTrue(answer.took().compareTo(MAX_DURATION) < 0, answer.took() + " for " + q.length() + " characters");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "\u00a0", "\u3000 \u2003"})
    void blankQueryIsRefused(String q) {
        call(conversation, q).send().problem(400, "blank-query");
        api().get(SEARCH).query("q", q).send().problem(400, "blank-query");
    }

    @Test
    void missingQueryIsRefused() {
        api().get(SEARCH_SESSION, conversation).send().problem(400, "blank-query");
        api().get(SEARCH).send().problem(400, "blank-query");
    }

    private static List<String> ids(String expected) {
        return expected.isEmpty() ? List.of() : List.of(expected.split(" "));
    }
}
