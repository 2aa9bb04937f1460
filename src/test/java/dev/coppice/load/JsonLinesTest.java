package dev.coppice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonLinesTest {

    private final List<LoadedMessage> messages = new ArrayList<>();

    private void read(String file) throws IOException {
        JsonLines.read(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)), messages::add);
    }

    private static String json(LoadedMessage message) {
        return new String(message.json(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"sessionId":"s","id":"1"}                       | {"id":"1"}
                    {"id":"1","sessionId":"s"}                       | {"id":"1"}
                    { "id" : "1" , "sessionId" : "s" }               | { "id" : "1" }
                    {"a":1,"sessionId":"s","userId":"u","id":"1"}    | {"a":1,"id":"1"}
                    {"userId":"u","sessionId":"s","id":"1","b":[{}]} | {"id":"1","b":[{}]}
                    {"n":1e400,"id":"1","sessionId":"s"}             | {"n":1e400,"id":"1"}
                    {"id":"1","x":{"sessionId":"y"},"sessionId":"s"} | {"id":"1","x":{"sessionId":"y"}}
                    {"session\\u0049d":"s","id":"ü","t":"\\u0000😀"} | {"id":"ü","t":"\\u0000😀"}
                    {"root":true,"sessionId":"s","id":"1"}           | {"id":"1"}
                    {"id":"1","sessionId":"s","parentId":"0"}        | {"id":"1"}
                    {"id":"1","sessionId":"s","parentId":null,"root":null,"userId":null,"namespace":null} | {"id":"1"}
                    """)
    void envelopeIsRemovedAndOtherBytesAreKept(String line, String expected) throws IOException {
        read(line);
        assertEquals("s", messages.get(0).sessionId());
        assertEquals(expected, json(messages.get(0)));
    }

    @Test
    void userAndNamespaceAreOptional() throws IOException {
        read(
                """
                {"sessionId":"s","id":"1"}
                {"sessionId":"s","id":"2","userId":"ada","namespace":"lab"}
                """);
        assertNull(messages.get(0).userId());
        assertNull(messages.get(0).namespace());
        assertEquals("ada", messages.get(1).userId());
        assertEquals("lab", messages.get(1).namespace());
    }

    @Test
    void parentAndRootAreRead() throws IOException {
        read(
                """
                {"sessionId":"s","id":"1","root":true}
                {"sessionId":"s","id":"2","parentId":"1"}
                {"sessionId":"s","id":"3","root":false,"parentId":null}
                """);
        assertEquals(
                List.of("1 null true", "2 1 false", "3 null false"),
                messages.stream()
                        .map(message -> message.id() + " " + message.parentId() + " " + message.root())
                        .toList());
    }

    @Test
    void nullIdCountsAsMissing() throws IOException {
        read("{\"sessionId\":\"s\",\"id\":null,\"role\":\"user\"}");
        assertTrue(
                json(messages.get(0)).matches("\\{\"role\":\"user\",\"id\":\"[0-9a-f-]{36}\"}"), json(messages.get(0)));
        assertTrue(json(messages.get(0)).contains(messages.get(0).id()));
    }

    @Test
    void generatedIdIsStableAndDependsOnTheLine() throws IOException {
        var file =
                """
                {"sessionId":"s","role":"user","content":"again"}
                {"sessionId":"s","role":"user","content":"again"}
                {"sessionId":"s"}
                """;
        read(file);
        read(file);
        assertTrue(
                json(messages.get(0)).matches("\\{\"role\":\"user\",\"content\":\"again\",\"id\":\"[0-9a-f-]{36}\"}"));
        assertTrue(json(messages.get(2)).matches("\\{\"id\":\"[0-9a-f-]{36}\"}"));
        assertEquals(json(messages.get(0)), json(messages.get(3)));
        assertNotEquals(json(messages.get(0)), json(messages.get(1)));
    }

    @Test
    void blankLinesAndWindowsLineEndsAreAccepted() throws IOException {
        read("{\"sessionId\":\"s\",\"id\":\"1\"}\r\n\r\n  \n{\"sessionId\":\"s\",\"id\":\"2\"}");
        assertEquals(
                List.of("line 1", "line 4"),
                messages.stream().map(LoadedMessage::place).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {}                                     | line 2: sessionId is missing
                    {"id":"1"}                             | line 2: sessionId is missing
                    {"sessionId":7}                        | line 2: sessionId is not a string
                    {"sessionId":null}                     | line 2: sessionId is missing
                    {"sessionId":"a","root":"true"}        | line 2: root is not true or false
                    {"sessionId":"a","root":true,"parentId":"1"} | line 2: a root has no parentId
                    {"sessionId":"a","sessionId":"b"}      | line 2: duplicate sessionId
                    ["sessionId"]                          | line 2: not a JSON object
                    {"sessionId":"a"} {"sessionId":"a"}    | line 2: more than one JSON value
                    {"sessionId":"a","b":[1,2              | line 2: not JSON: Unexpected end-of-input
                    hello                                  | line 2: not JSON: Unrecognized token 'hello'
                    """)
    void errorNamesTheInvalidLine(String line, String message) {
        var refused = assertThrows(LoadException.class, () -> read("{\"sessionId\":\"s\",\"id\":\"1\"}\n" + line));
        assertTrue(refused.getMessage().startsWith(message), refused.getMessage());
        assertEquals(1, messages.size());
    }

    @Test
    void errorNamesTheLineThatIsNotUtf8() {
        var line = "{\"sessionId\":\"s\",\"t\":\"ä\"}".getBytes(StandardCharsets.ISO_8859_1);
        var refused =
                assertThrows(LoadException.class, () -> JsonLines.read(new ByteArrayInputStream(line), messages::add));
        assertTrue(refused.getMessage().startsWith("line 1: not"), refused.getMessage());
    }

    @Test
    void tooLongLineIsRefused() {
        var endless = new java.io.InputStream() {
            @Override
            public int read() {
                return ' ';
            }
        };
        var refused = assertThrows(LoadException.class, () -> JsonLines.read(endless, messages::add));
        assertEquals("line 1: longer than 16 MiB", refused.getMessage());
    }
}
