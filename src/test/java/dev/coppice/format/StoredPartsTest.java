package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Parts that are copied if they are stored in the requested format, and parts that the provider would refuse although
 * they have its format. In JSON literals, single quotes stand for double quotes.
 */
class StoredPartsTest {
    private static final String PNG = "data:image/png;base64,iVBORw";

    private final List<String> reports = new ArrayList<>();

    private String convert(MessageFormat format, String... messages) {
        var conversion = new Conversion(format, false, true);
        var out = new ArrayList<byte[]>();
        for (var message : messages) {
            out.addAll(conversion.next(MessageForms.bytes(message)));
        }
        out.addAll(conversion.end());
        conversion.diagnostics().forEach(report -> reports.add(report.kind().word() + " " + report.detail()));
        return String.join("\n", out.stream().map(ToolConversations::text).toList());
    }

    /** Returns the contents of the message with this part, as they are written in its format. */
    private String part(MessageFormat format, String part) {
        var written = convert(format, "{'id':'m','role':'user','content':[" + part + "]}");
        return written.replaceAll("^\\{.*?'content':(.*)}$", "$1");
    }

    /** The item of a conversation is stored as the endpoint of OpenAI's API stores it. */
    private String item(String role, String content) {
        var item = "{'id':'m','type':'message','role':'" + role + "','content':[" + content + "]}";
        var stored = ItemMessages.read(MessageForms.bytes(item), "", prefix -> prefix)
                .message()
                .completed("unused", 0)
                .json();
        var written = convert(MessageFormat.OPENAI_RESPONSES, ToolConversations.text(stored));
        return written.equals(item) ? "same" : written.replaceAll("^\\{.*?'content':(.*)}$", "$1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "image/heic|data:image/heic;base64,AAAA",
                "image/svg+xml|data:image/svg+xml;base64,AAAA",
                "image/tiff|data:image/tiff;base64,AAAA",
                "image/bmp|data:image/bmp;base64,AAAA",
                "image/*|data:,hello",
                "image/heic|https://x.example/a.heic"
            })
    void imageThatNoProviderTakesIsMentioned(String type, String url) {
        var message =
                "{'id':'m','role':'user','parts':[{'type':'file','mediaType':'%s','url':'%s'}]}".formatted(type, url);
        var text = "[image (" + type + ") left out]";
        assertEquals("{'role':'user','content':'" + text + "'}", convert(MessageFormat.OPENAI, message));
        assertEquals(
                "{'type':'message','role':'user','content':'" + text + "'}",
                convert(MessageFormat.OPENAI_RESPONSES, message));
        assertEquals(
                "{'role':'user','content':[{'type':'text','text':'" + text + "'}]}",
                convert(MessageFormat.ANTHROPIC, message));
        var report = "part-left-out " + text;
        assertEquals(List.of(report, report, report), reports);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://x.example/a", "HTTPS://X.example/a.png"})
    void imageOfUnknownTypeOnTheWebIsPassed(String url) {
        var part = "{'type':'file','mediaType':'image/*','url':'" + url + "'}";
        assertEquals("[{'type':'image_url','image_url':{'url':'" + url + "'}}]", part(MessageFormat.OPENAI, part));
        assertEquals(
                "[{'type':'input_image','detail':'auto','image_url':'" + url + "'}]",
                part(MessageFormat.OPENAI_RESPONSES, part));
        assertEquals(
                "[{'type':'image','source':{'type':'url','url':'" + url + "'}}]", part(MessageFormat.ANTHROPIC, part));
        assertEquals(List.of(), reports);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'image_url','image_url':{'url':'" + PNG + "','detail':'low'}}",
                "{'type':'image_url','image_url':{'url':'data:image/jpg;base64,AAAA','detail':'low'}}",
                "{'type':'image_url','image_url':{'url':'HTTP://x.example/a','detail':'low'}}"
            })
    void imageOfChatIsCopied(String part) {
        assertEquals("[" + part + "]", part(MessageFormat.OPENAI, part));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "data:text/plain,hello|[file (text/plain) left out]",
                "data:;base64,|[image (image/*) left out]",
                "data:image/png;base64,|[image (image/png) left out]",
                "data:image/bmp;base64,AAAA|[image (image/bmp) left out]",
                "blob:https://x.example/a|[image (image/*) left out]"
            })
    void invalidImageOfOpenAiIsMentioned(String url, String text) {
        assertEquals(
                "'" + text + "'", part(MessageFormat.OPENAI, "{'type':'image_url','image_url':{'url':'" + url + "'}}"));
        assertEquals(
                "'" + text + "'",
                part(MessageFormat.OPENAI_RESPONSES, "{'type':'input_image','image_url':'" + url + "'}"));
        assertEquals("'" + text + "'", item("user", "{'type':'input_image','image_url':'" + url + "'}"));
        var report = "part-left-out " + text;
        assertEquals(List.of(report, report, report), reports);
    }

    /** A PDF is no image, but both APIs of OpenAI have a part for it. */
    @Test
    void documentInPartOfImageBecomesDocument() {
        var url = "data:application/pdf;base64,AAAA";
        assertEquals(
                "[{'type':'file','file':{'filename':'document.pdf','file_data':'" + url + "'}}]",
                part(MessageFormat.OPENAI, "{'type':'image_url','image_url':{'url':'" + url + "'}}"));
        assertEquals(
                "[{'type':'document','source':{'type':'base64','media_type':'application/pdf','data':'AAAA'}}]",
                part(MessageFormat.ANTHROPIC, "{'type':'image','source':{'type':'url','url':'" + url + "'}}"));
        assertEquals(List.of(), reports);
    }

    @Test
    void dataUrlInSourceOfAnthropicBecomesData() {
        var source = "{'type':'image','source':{'type':'url','url':'%s'}}";
        assertEquals(
                "[{'type':'image','source':{'type':'base64','media_type':'image/png','data':'iVBORw'}}]",
                part(MessageFormat.ANTHROPIC, source.formatted(PNG)));
        assertEquals(List.of(), reports);
        assertEquals(
                "[{'type':'text','text':'[image (image/bmp) left out]'}]",
                part(MessageFormat.ANTHROPIC, source.formatted("data:image/bmp;base64,AAAA")));
        assertEquals(List.of("part-left-out [image (image/bmp) left out]"), reports);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "assistant|{'type':'tool_use','id':'z','name':'n','input':{}}|tool_use",
                "user|{'type':'tool_result','tool_use_id':'z','content':'v'}|tool_result"
            })
    void partAboutToolInItemIsLeftOut(String role, String part, String type) {
        var text = "{'type':'" + (role.equals("user") ? "input_text" : "output_text") + "','text':'hi'}";
        assertEquals("'hi'", item(role, part + "," + text));
        assertEquals("", item(role, part));
        assertEquals(List.of("part-left-out " + type, "part-left-out " + type), reports);
    }

    @ParameterizedTest
    @CsvSource({
        "user,text,input_text", "user,output_text,input_text", "system,text,input_text",
        "developer,output_text,input_text", "assistant,text,output_text", "assistant,input_text,output_text"
    })
    void textInItemGetsTypeOfItsRole(String role, String stored, String type) {
        var text = "{'type':'%s','text':'%s'}";
        assertEquals(
                "[" + text.formatted(type, "a") + "," + text.formatted(type, "b") + "]",
                item(role, text.formatted(stored, "a") + "," + text.formatted(type, "b")));
        assertEquals(List.of(), reports);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "user|{'type':'input_text','text':'a'},{'type':'input_image','file_id':'f'}",
                "developer|{'type':'input_image','image_url':'https://x.example/a.png','detail':'low'}",
                "user|{'type':'input_file','file_id':'f'},{'type':'input_file','file_url':'https://x.example/a'}",
                "assistant|{'type':'output_text','text':'a','annotations':[]},{'type':'refusal','refusal':'no'}"
            })
    void validItemIsCopied(String role, String content) {
        assertEquals("same", item(role, content));
        assertEquals(List.of(), reports);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'input_image'}",
                "{'type':'input_image','image_url':''}",
                "{'type':'input_image','image_url':null,'file_id':' '}",
                "{'type':'input_file'}",
                "{'type':'input_file','file_data':'data:,'}",
                "{'type':'input_file','file_url':'ftp://x.example/a'}"
            })
    void fileWithoutContentInItemIsMentioned(String part) {
        var text = part.contains("image") ? "[image (image/*) left out]" : "[file (application/pdf) left out]";
        var valid = "{'type':'input_image','file_id':'f','detail':'low'}";
        assertEquals("[{'type':'input_text','text':'" + text + "'}," + valid + "]", item("user", part + "," + valid));
        assertEquals(List.of("part-left-out " + text), reports);
    }

    @Test
    void fileInItemOfAssistantIsLeftOut() {
        assertEquals(
                "'hi'", item("assistant", "{'type':'input_image','file_id':'f'},{'type':'input_text','text':'hi'}"));
        assertEquals(List.of("part-left-out [image (image/*) left out]"), reports);
    }

    @Test
    void outputOfAnotherFormIsWrittenAnew() {
        var kept = "[{'type':'input_text','text':'a'}]";
        assertEquals("'id':'o','type':'function_call_output','call_id':'c','output':" + kept, output(kept));
        var written = "'type':'function_call_output','call_id':'c','output':";
        assertEquals(written + "'a'", output("[{'type':'text','text':'a'}]"));
        assertEquals(written + "'7'", output("7"));
    }

    /** Returns the members of the item that is written for an item with this output. */
    private String output(String output) {
        var written = convert(
                MessageFormat.OPENAI_RESPONSES,
                "{'id':'f','role':'assistant','content':[{'id':'f','type':'function_call','call_id':'c','name':'w'}]}",
                "{'id':'o','role':'tool','content':[{'id':'o','type':'function_call_output','call_id':'c','output':"
                        + output + "}]}");
        return written.substring(written.indexOf('\n') + 2, written.length() - 1);
    }
}
