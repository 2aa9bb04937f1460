package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SliceReaderTest {
    private static final List<String> VALUES = List.of(
            "\"\"",
            "\"a\"",
            "\"quote \\\" and \\\\\"",
            "\"comma, \"",
            "\"é\uD83D\uDE00\"",
            "0",
            "-1.5e3",
            "true",
            "null",
            "{}",
            "[]",
            "{\"a\" : 1 }",
            "[1 , 2 ]");

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t\r "})
    void itemsAreTheBytesOfTheirValues(String blank) {
        var array = VALUES.stream().reduce("[", (json, value) -> json + blank + value + blank + ",");
        var items = slice(array.substring(0, array.length() - 1) + "]").items();

        assertEquals(VALUES, items.stream().map(JsonSlice::json).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t\r "})
    void membersAreTheBytesOfTheirValues(String blank) {
        var object = new StringBuilder("{");
        for (int i = 0; i < VALUES.size(); i++) {
            object.append(i == 0 ? "" : ",")
                    .append(blank)
                    .append("\"m")
                    .append(i)
                    .append("\"");
            object.append(blank).append(":").append(blank).append(VALUES.get(i)).append(blank);
        }
        var members = slice(object.append("}").toString()).members();

        assertEquals(
                VALUES,
                IntStream.range(0, members.size())
                        .mapToObj(i -> members.value(i).json())
                        .toList());
    }

    @Test
    void valueAfterAnOpenedObjectIsRead() {
        var message = ParsedMessage.of(
                "{\"parts\":[{\"function\":{\"name\":\"f\"} , \"id\":\"1\"} , \"text\"] , \"role\":\"user\" }"
                        .getBytes(StandardCharsets.UTF_8));

        assertEquals("user", message.role());
        assertEquals(
                "[{\"function\":{\"name\":\"f\"} , \"id\":\"1\"} , \"text\"]",
                message.members().get("parts").json());
        assertEquals(2, message.group("parts").orElseThrow().parts().size());
    }

    private static JsonSlice slice(String json) {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        return new JsonSlice(bytes, 0, bytes.length);
    }
}
