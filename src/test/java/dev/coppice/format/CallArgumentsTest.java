package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.json.JsonInput;
import dev.coppice.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments of OpenAI's calls are texts, which other formats contain as JSON. */
class CallArgumentsTest {
    private static List<String> converted(MessageFormat format, String arguments) {
        var call = ("{'role':'assistant','content':null,'tool_calls':[{'id':'c','type':'function','function':"
                        + "{'name':'f','arguments':%s}}]}")
                .replace('\'', '"')
                .formatted(JsonText.quoted(arguments));
        var conversion = new Conversion(format, false, true);
        var out = new ArrayList<>(conversion.next(MessageBody.of(call.getBytes(StandardCharsets.UTF_8))
                .completed("m", 0)
                .json()));
        out.addAll(conversion.next(ToolConversations.bytes("{'role':'tool','tool_call_id':'c','content':'v'}")));
        out.addAll(conversion.end());
        return out.stream()
                .map(json -> new String(json, StandardCharsets.UTF_8))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':1.50} | {'a':1.50}",
                "`\t {'a':1} ` | {'a':1}",
                "`` | {}",
                "[1] | {'input':[1]}",
                "{'a':1 | {'input':'{\\'a\\':1'}",
                "{}{} | {'input':'{}{}'}"
            })
    void jsonIsKeptAndOtherTextIsWrapped(String arguments, String input) {
        var call =
                converted(MessageFormat.ANTHROPIC, arguments.replace('\'', '"')).get(0);
        assertEquals(
                "{'role':'assistant','content':[{'type':'tool_use','id':'c','name':'f','input':" + input + "}]}",
                call.replace('"', '\''));
    }

    /** Behind a byte order mark, the same text may be JSON in UTF-8, or in UTF-16 with its bytes as characters. */
    @ParameterizedTest
    @ValueSource(strings = {"\uFEFF{}", "\uFEFF\uFEFF{}", "\uFEFF{\0\"\0a\0\"\0:\0001\0}\0", "{\0}\0", "\uFEFF"})
    void byteOrderMarkIsText(String arguments) {
        for (var format : MessageFormat.values()) {
            for (var json : converted(format, arguments)) {
                var in = JsonInput.of(json.getBytes(StandardCharsets.UTF_8));
                in.skip();
                in.end();
            }
        }
    }
}
