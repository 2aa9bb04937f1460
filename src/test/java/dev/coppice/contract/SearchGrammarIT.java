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

/** What a query may say, and what that means. */
@DatabaseNeutral
class SearchGrammarIT extends SearchApi {

    /** Far more than it takes on a busy machine, and far less than a query takes that grows out of hand. */
    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    private static String talk;

    @BeforeAll
    static void talk() {
        talk = indexedSession(
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
    void allWordsAreWantedInAnyOrderAndAnyForm(String q, String expected) {
        assertEquals(ids(expected), found(talk, q));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"on friday\"', m0",
        "'\"friday on\"', ''",
        "'\"good day\" friday', m1",
        "'\"good day\" deployment', ''",
        "'\"The Deployments\"', m0"
    })
    void quotedWordsAreAPhrase(String q, String expected) {
        assertEquals(ids(expected), found(talk, q));
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
    void aMinusExcludes(String q, String expected) {
        assertEquals(ids(expected), found(talk, q));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-cake", "-cake -friday", "-\"on friday\"", "-nobody"})
    void exclusionsAloneFindNothing(String q) {
        var answer = search(talk, q);
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
        "fri* ca*, m1"
    })
    void aStarFindsBeginningsOfWordsAsTheyWereSaid(String q, String expected) {
        assertEquals(ids(expected), found(talk, q));
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
    void anyOtherCharacterIsText(String q, String expected) {
        assertEquals(ids(expected), found(talk, q));
    }

    @Test
    void aPhraseNobodySaidFindsItsWordsInPart() {
        var answer = search(talk, "\"friday deployment\"");
        assertTrue(answer.json().path("partial").asBoolean());
        assertEquals("m0", hits(answer).get(0));
        assertTrue(hits(answer).containsAll(List.of("m0", "m1", "m4")), answer.toString());
    }

    @Test
    void wordsThatNoMessageHasTogetherFindTheBestInPart() {
        var answer = search(talk, "deployment friday unheard");
        assertTrue(answer.json().path("partial").asBoolean());
        assertEquals("m0", hits(answer).get(0));
        assertFalse(search(talk, "deployment friday").json().path("partial").asBoolean());
    }

    @Test
    void whatIsExcludedIsNoPartialMatchEither() {
        var answer = search(talk, "friday unheard -cake");
        assertTrue(answer.json().path("partial").asBoolean());
        assertEquals(List.of("m0"), hits(answer));
    }

    @Test
    void aWordNobodySaidFindsNothing() {
        var answer = search(talk, "unheard");
        assertEquals(List.of(), hits(answer));
    }

    static Stream<String> nasty() {
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
    @MethodSource("nasty")
    void noInputIsAnErrorOrTakesLong(String q) {
        for (var call : List.of(call(talk, q), api().get(SEARCH).query("q", q))) {
            var answer = call.send();
            if (q.equals("\u0000")) {
                answer.problem(400, "blank-query");
            } else {
                answer.expect(200);
            }
            // A machine with other work may take long once; a query that is too much takes long always.
            for (int again = 0; again < 4 && answer.took().compareTo(AT_ONCE) >= 0; again++) {
                answer = call.send();
            }
            assertTrue(answer.took().compareTo(AT_ONCE) < 0, answer.took() + " for " + q.length() + " characters");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "\u00a0", "\u3000 \u2003"})
    void aBlankQueryIsRefused(String q) {
        call(talk, q).send().problem(400, "blank-query");
        api().get(SEARCH).query("q", q).send().problem(400, "blank-query");
    }

    @Test
    void aMissingQueryIsRefused() {
        api().get(SEARCH_SESSION, talk).send().problem(400, "blank-query");
        api().get(SEARCH).send().problem(400, "blank-query");
    }

    private static List<String> ids(String expected) {
        return expected.isEmpty() ? List.of() : List.of(expected.split(" "));
    }
}
