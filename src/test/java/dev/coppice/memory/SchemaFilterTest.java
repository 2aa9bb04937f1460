package dev.coppice.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import dev.coppice.agent.ProfileSchema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that values which do not match the schema are dropped, and that empty values are left out. */
class SchemaFilterTest {
    private static final ProfileSchema SCHEMA = ProfileSchema.of(
            """
            {"type":"object","properties":{
              "name":{"type":"string"},
              "age":{"type":["integer","null"]},
              "height":{"type":"number"},
              "owner":{"type":"boolean"},
              "mood":{"enum":["calm","1",1,true]},
              "trees":{"type":"array","items":{"type":"string"}},
              "house":{"type":"object","properties":{"rooms":{"type":"integer"},"garden":{"properties":{"beds":{"type":"integer"}}}}},
              "places":{"type":"object"},
              "list":{"type":"array"},
              "either":{"anyOf":[{"type":"null"},{"type":"string","enum":["a"]},{"type":"array","items":{"type":"number"}}]},
              "plan":{"anyOf":[{"enum":["free"]},{"enum":["paid"]},{"type":"object","properties":{"a":{"type":"string"}}},
                {"type":"object","properties":{"a":{"type":"integer"},"b":{}}}]},
              "size":{"type":"string","enum":["s","m"],"anyOf":[{"enum":["m","l"]},{"type":"integer"}]},
              "never":{"enum":["x"],"anyOf":[{"enum":["y"]},{"enum":["z"]}]},
              "tags":{"items":{"type":"string"},"anyOf":[{"type":"array"},{"type":"null"}]},
              "codes":{"items":{"type":"string"},"anyOf":[{"items":{"enum":["a",1]}},{"type":"null","items":{}}]},
              "car":{"properties":{"doors":{"type":"integer"},"color":{}},
                "anyOf":[{"properties":{"doors":{"enum":[3,"five"]},"seats":{}}},{"type":"string"}]},
              "ship":{"properties":{"sails":{}},"anyOf":[{"type":"object"},{"type":"null"}]},
              "boat":{"type":["object","string"],"properties":{"oars":{}},"anyOf":[{"properties":{"motor":{}}}]},
              "any":{}}}""");

    private static SchemaFilter.Result fitting(String answer) {
        return SchemaFilter.of(answer.getBytes(StandardCharsets.UTF_8), SCHEMA);
    }

    private static String fields(String answer) {
        return new String(fitting(answer).fields().toBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"Ada\"}",
                "{\"age\":-3}",
                "{\"height\":1}",
                "{\"height\":1.70}",
                "{\"owner\":false}",
                "{\"mood\":\"calm\"}",
                "{\"mood\":\"1\"}",
                "{\"mood\":1}",
                "{\"mood\":true}",
                "{\"trees\":[\"hazel\",\"oak\"]}",
                "{\"house\":{\"rooms\":4,\"garden\":{\"beds\":2}}}",
                "{\"places\":{\"York\":{\"since\":[1990]},\"Rye\":1}}",
                "{\"list\":[1,\"x\",{\"a\":[]}]}",
                "{\"either\":\"a\"}",
                "{\"either\":[1,2.5]}",
                "{\"plan\":\"free\"}",
                "{\"plan\":\"paid\"}",
                "{\"plan\":{\"a\":\"x\",\"b\":1}}",
                "{\"plan\":{\"a\":1}}",
                "{\"size\":\"m\"}",
                "{\"tags\":[\"a\"]}",
                "{\"codes\":[\"a\"]}",
                "{\"car\":{\"doors\":3}}",
                "{\"car\":\"red\"}",
                "{\"ship\":{\"sails\":4}}",
                "{\"boat\":\"small\"}",
                "{\"any\":[{\"a\":1}]}",
                "{\"any\":\"text\"}",
                "{\"name\":\"Ä 😀 \\\" \\n\",\"age\":5}"
            })
    void matchingValueIsKeptVerbatim(String answer) {
        assertEquals(answer, fields(answer));
        assertEquals(List.of(), fitting(answer).dropped());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            textBlock =
                    """
                    {"colour":"red","name":"Ada"} | {"name":"Ada"} | /colour
                    {"name":1} | {} | /name
                    {"name":["Ada"]} | {} | /name
                    {"name":{"first":"Ada"}} | {} | /name
                    {"age":1.5} | {} | /age
                    {"age":"5"} | {} | /age
                    {"height":"tall"} | {} | /height
                    {"owner":"yes"} | {} | /owner
                    {"mood":"grim"} | {} | /mood
                    {"mood":2} | {} | /mood
                    {"mood":{"calm":true}} | {} | /mood
                    {"trees":"hazel"} | {} | /trees
                    {"trees":["hazel",1,"oak"]} | {"trees":["hazel","oak"]} | /trees/1
                    {"house":{"rooms":"four","garden":{"beds":2,"bees":true}}} | {"house":{"garden":{"beds":2}}} | /house/rooms /house/garden/bees
                    {"either":1} | {} | /either
                    {"plan":"gold"} | {} | /plan
                    {"plan":{"a":1.5,"b":2,"c":3}} | {"plan":{"b":2}} | /plan/a /plan/c
                    {"size":"s"} | {} | /size
                    {"size":"l"} | {} | /size
                    {"size":5} | {} | /size
                    {"never":"x"} | {} | /never
                    {"never":"y"} | {} | /never
                    {"tags":["a",1]} | {"tags":["a"]} | /tags/1
                    {"codes":["a",1,"b"]} | {"codes":["a"]} | /codes/1 /codes/2
                    {"car":{"doors":4,"color":"red","seats":2}} | {} | /car/doors /car/color /car/seats
                    {"car":{"doors":"five"}} | {} | /car/doors
                    {"ship":{"sails":4,"crew":9}} | {"ship":{"sails":4}} | /ship/crew
                    {"boat":{"oars":2}} | {} | /boat
                    {"either":"b"} | {} | /either
                    {"either":[1,"x"]} | {"either":[1]} | /either/1
                    """)
    void mismatchIsDropped(String answer, String kept, String dropped) {
        assertEquals(kept, fields(answer));
        assertEquals(List.of(dropped.split(" ")), fitting(answer).dropped());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"name\":null}",
                "{\"name\":\" \\n\"}",
                "{\"trees\":[]}",
                "{\"trees\":[null,\"\"]}",
                "{\"house\":{}}",
                "{\"house\":{\"rooms\":null,\"garden\":{}}}",
                "{\"places\":{}}",
                "{\"list\":[]}",
                "{\"any\":null}"
            })
    void emptyValueIsLeftOut(String answer) {
        assertEquals("{}", fields(answer));
        assertEquals(List.of(), fitting(answer).dropped());
    }

    @Test
    void onlyTheFirstDroppedPointersAreReturned() {
        var answer = new StringBuilder("{\"x\":1");
        for (int i = 0; i < 1000; i++) {
            answer.append(",\"x").append(i).append("\":1");
        }
        assertEquals(20, fitting(answer + "}").dropped().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "{\"name\":\"a\",\"name\":\"b\"}", "{\"places\":{\"a\":{\"b\":1,\"b\":2}}}"})
    void malformedAnswerIsRefused(String answer) {
        assertThrows(Problem.class, () -> fitting(answer));
    }
}
