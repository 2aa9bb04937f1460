package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokensTest {

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "'',0",
                "a,2",
                "Hello world,3",
                "abcdefgh,2",
                "abcdefghi,3",
                "a b c d,6",
                "' \t\n ',1",
                "a\u00a0b,3"
            })
    void textIsEstimatedByLengthOrWords(String text, int tokens) {
        assertEquals(tokens, Tokens.of(text));
    }

    @Test
    void arithmeticIsThatOfDoubles() {
        for (int words = 1; words < 2000; words++) {
            assertEquals((int) Math.ceil(words * 1.3), Tokens.of("a ".repeat(words)));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'role':'user','parts':[{'type':'text','text':'Hello world'}]} | 7",
                "{'role':'user','content':'Hello world'} | 7",
                "{'role':'user','content':[{'type':'text','text':'Hello world'},{'type':'text','text':'a'}]} | 9",
                "{'role':'user','parts':[]} | 4",
                "{'role':'assistant','parts':[{'type':'reasoning','text':'abcdefgh'}]} | 6",
                "{'role':'assistant','parts':[{'type':'tool-x','input':{'a': 1},'output':'abcdefgh'}]} | 8",
                "{'role':'assistant','parts':[{'type':'dynamic-tool','input':'abcd','result':[1, 2]}]} | 8",
                "{'role':'assistant','parts':[{'type':'tool-x','input':{},'output':'abcdefgh','result':'zzzzzzzzzzzzzzzz'}]} | 8",
                "{'role':'user','parts':[{'type':'file','url':'data:xxxxxxxxxxxxxxxxxxxx'}]} | 4",
                "{'role':'user','parts':[{'type':'data-x','result':'abcdefgh'}]} | 6",
                "{'role':'assistant','content':null,'tool_calls':[{'function':{'name':'f','arguments':'abcdefgh'}}]} | 6",
                "{'role':'assistant','content':[{'type':'tool_use','input':{'a':1}}]} | 6",
                "{'role':'user','content':[{'type':'tool_result','content':'abcdefgh'}]} | 6"
            })
    void messageCountsItsParts(String message, int tokens) {
        var json = message.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        assertEquals(tokens, MessageBody.of(json).tokens());
    }

    @Test
    void textFileIsCountedAsText() {
        var text = Base64.getEncoder().encodeToString("word ".repeat(100).getBytes(StandardCharsets.UTF_8));
        for (var part : List.of(
                "{'type':'file','mediaType':'text/csv','url':'data:text/csv;base64," + text + "'}",
                "{'type':'document','source':{'type':'text','media_type':'text/plain','data':'" + "word ".repeat(100)
                        + "'}}",
                "{'type':'file','mediaType':'text/plain','url':'data:," + "word%20".repeat(100) + "'}")) {
            var message = MessageForms.bytes("{'role':'user','content':[" + part + "]}");
            assertEquals(Tokens.PER_MESSAGE + 130, MessageBody.of(message).tokens(), part);
        }
    }

    @Test
    void emptyFileIsNotCounted() {
        for (var part : List.of(
                "{'type':'image'}",
                "{'type':'file'}",
                "{'type':'image_url','image_url':{}}",
                "{'type':'document','source':{}}")) {
            var message = MessageForms.bytes("{'role':'user','content':[" + part + "]}");
            assertEquals(Tokens.PER_MESSAGE, MessageBody.of(message).tokens(), part);
        }
    }
}
