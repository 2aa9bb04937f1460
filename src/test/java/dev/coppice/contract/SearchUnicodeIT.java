package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words are found however their characters are encoded. */
@DatabaseNeutral
class SearchUnicodeIT extends ToolApi {
    private static final String NOTES = "{'label':'notes','provider':{'type':'search'}}";

    /** Decomposed texts have combining marks, which the source shows as escapes. */
    private static final List<String> TEXTS = List.of(
            "Our café opens early", // m0
            "Another cafe\u0301 noir, closed", // m1
            "The ﬁnal oﬃce, paſſed", // m2
            "Ｆｕｌｌ ｗｉｄｔｈ letters ２０２６", // m3
            "Eine Straße in BUCHS", // m4
            "ISPARTA and İzmir", // m5
            "ｶﾞﾗｽの靴", // m6
            "ΟΔΟΣ Αθηνών"); // m7

    private static String conversation;
    private static String noted;

    @BeforeAll
    static void createTexts() {
        conversation = session();
        noted = sessionWith(NOTES);
        for (var i = 0; i < TEXTS.size(); i++) {
            append(conversation, message("m" + i, TEXTS.get(i))).expect(201);
            api().put(ENTRY, noted, "notes", "m" + i)
                    .json(Json.object("content", TEXTS.get(i)))
                    .send()
                    .expect(201);
        }
        awaitIndexed();
    }

    @ParameterizedTest
    @CsvSource({
        "café, m0 m1",
        "cafe\u0301, m0 m1",
        "CAFE, m0 m1",
        "cafe\u0301*, m0 m1",
        "caf*, m0 m1",
        "'\"cafe\u0301 opens\"', m0",
        "'\"café noir\"', m1",
        "cafe\u0301 -noir, m0",
        "final, m2",
        "ﬁnal, m2",
        "oﬃ*, m2",
        "passed, m2",
        "full width, m3",
        "ＬＥＴＴＥＲＳ, m3",
        "2026, m3",
        "strasse, m4",
        "STRASSE, m4",
        "straſſe, m4",
        "Buchs, m4",
        "ısparta, m5",
        "isparta, m5",
        "İSPARTA, m5",
        "izmir, m5",
        "i̇zmir, m5",
        "ガラス, m6",
        "カ\u3099ラス, m6",
        "ｶﾞ, m6",
        "カ, ''",
        "οδός, m7",
        "οδο\u0301σ, m7",
        "αθηνων, m7"
    })
    void encodingAndCaseDoNotMatter(String q, String expected) {
        var ids = expected.isEmpty() ? List.of() : List.of(expected.split(" "));
        assertEquals(ids, found(conversation, q));
        var entries = api().get(ENTRIES, noted, "notes").query("q", q).send().expect(200);
        assertEquals(ids, entries.all("/items", "key").stream().sorted().toList());
    }

    @Test
    void snippetMarksOriginalCharacters() {
        assertEquals(
                "Another <mark>cafe\u0301 noir</mark>, closed",
                search(conversation, "\"Café noir\"").at("/items/0/snippet"));
        assertEquals(
                "The <mark>ﬁnal</mark> oﬃce, paſſed",
                search(conversation, "fin*").at("/items/0/snippet"));
    }

    @Test
    void modelFindsEntriesInAnyEncoding() {
        assertEquals(
                "[m4]\nEine Straße in BUCHS", result(noted, "search_context", "{'label':'notes','query':'STRASSE'}"));
    }
}
