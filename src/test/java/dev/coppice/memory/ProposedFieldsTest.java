package dev.coppice.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.support.CpuTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProposedFieldsTest {
    private static List<String> names(String answer) {
        return ProposedFields.schema(bytes(answer))
                .map(schema -> List.copyOf(schema.fields().keySet()))
                .orElse(List.of());
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void twoToFiveFieldsBecomeStrings() {
        var answer = "{'note':1,'fields':[{'name':'trees','description':'Liked \\\\n"
                + " ones'},{'description':'x','name':'bees'}]}";
        var schema = ProposedFields.schema(bytes(answer)).orElseThrow();
        assertEquals(
                "{\"type\":\"object\",\"properties\":{\"trees\":{\"type\":\"string\",\"description\":\"Liked \\\\n"
                        + " ones\"},\"bees\":{\"type\":\"string\",\"description\":\"x\"}}}",
                schema.json());
        assertEquals(
                List.of("a", "b", "c", "d", "e"),
                names(
                        "{'fields':[{'name':'a'},{'name':'b'},{'name':'c'},{'name':'d'},{'name':'e'},{'name':'f'},{'name':'g'}]}"));
    }

    @Test
    void namesAreConvertedToCamelCase() {
        assertEquals(
                List.of("favouriteTrees", "ownBees", "longTermGoal", "tone"),
                names("{'fields':[{'name':'favourite_trees'},{'name':'Own"
                        + " bees'},{'name':'long-term-goal'},{'name':'Tone'}]}"));
    }

    @Test
    void fieldWithoutNameIsSkipped() {
        assertEquals(
                List.of("a", "b"),
                names(
                        "{'fields':[1,'x',{'name':1},{},{'name':''},{'name':'a/b'},{'name':'1st'},{'name':'a'},{'name':'a'},{'name':'b'}]}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{'fields':[]}", "{'fields':{}}", "{'fields':[{'name':'one'}]}", "{'fields':['a','b','c']}"
            })
    void fewerThanTwoFieldsAreNoProposal(String answer) {
        assertEquals(List.of(), names(answer));
    }

    @Test
    void numberOfFieldsAndLengthsAreBounded() {
        var longName = "a".repeat(51);
        var text = "😀".repeat(400);
        var schema = ProposedFields.schema(bytes("{'fields':[{'name':'" + longName + "'},{'name':'" + "b".repeat(50)
                        + "','description':'" + text + "'},{'name':'c'}]}"))
                .orElseThrow();
        assertEquals(2, schema.fields().size());
        assertTrue(schema.json().contains("😀".repeat(300) + '"'), schema.json());
        assertThrows(Problem.class, () -> ProposedFields.schema(bytes("[]")));
    }

    @Test
    void longNameIsLeftOutInLinearTime() {
        var name = "-".repeat(300_000) + '/';
        CpuTime.assertAtMost(
                Duration.ofSeconds(10),
                () -> assertEquals(
                        List.of("a", "b"), names("{'fields':[{'name':'a'},{'name':'" + name + "'},{'name':'b'}]}")));
    }
}
