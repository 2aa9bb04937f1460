package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Search in Chinese, Japanese and Korean, whose words are not separated by spaces. */
@DatabaseNeutral
class SearchCjkIT extends SearchApi {

    private static String conversation;

    @BeforeAll
    static void createConversation() {
        conversation = indexedSession(
                "我们星期五部署新版本，请大家注意。", // m0, Chinese
                "今日は東京タワーに行きました。とてもたのしかったです。", // m1, Japanese
                "배포는금요일에시작합니다 그리고 회의가 있어요", // m2, Korean
                "the 部署 of version 2 is done", // m3, mixed
                "𠮷野家で食べた"); // m4, beyond the basic plane
    }

    @ParameterizedTest
    @CsvSource({
        "部署, m0 m3",
        "星期五, m0",
        "期五部, m0",
        "署, m0 m3",
        "注意 部署, m0",
        "'\"部署新版本\"', m0",
        "部署 -星期, m3",
        "部署 version, m3",
        "東京, m1",
        "京, m1",
        "タワー, m1",
        "タワ, m1",
        "ワ, m1",
        "東京タワーに, m1",
        "たのしかった, m1",
        "のし, m1",
        "し, m1",
        "금요일, m2",
        "요일에시, m2",
        "요, m2",
        "배포, m2",
        "회의, m2",
        "部*, m0 m3",
        "部署*, m0 m3",
        "𠮷, m4",
        "𠮷野, m4"
    })
    void anyPartOfSentenceIsFound(String q, String expected) {
        assertEquals(List.of(expected.split(" ")), found(conversation, q));
    }

    @Test
    void charactersInOtherOrderAreNotFound() {
        for (var q : List.of("署部", "京東", "일요", "五部署星")) {
            assertEquals(List.of(), found(conversation, q), q);
        }
    }

    @Test
    void snippetMarksMatchedPart() {
        var snippet = search(conversation, "星期五部署").at("/items/0/snippet");
        assertTrue(snippet.contains("<mark>星期五部署</mark>"), snippet);
    }
}
