package dev.coppice.format;

import java.util.stream.Stream;

/**
 * All forms in which the supported formats write images and other files, in messages and in outputs of tools. In JSON
 * literals, single quotes stand for double quotes.
 */
final class FileForms {
    /** Tokens of an image of 1,200 x 800 pixels. */
    static final long IMAGE_TOKENS = 1280;

    /** Such an image: a PNG of 600 KB in base64. */
    private static final String PNG = "iVBORw0KGgoAAAANSUhEUgAABLAAAAMgCAYAAAA" + "A".repeat(600_000 - 39);

    /** 100 KB of something in base64, and its tokens as a PDF document. */
    private static final String DATA = "AAAA".repeat(100 * 1024 / 3 + 1);

    private static final long PDF_TOKENS = 3001;

    private FileForms() {}

    static Stream<FileForm> files() {
        return Stream.concat(images(), Stream.concat(imagesInOutputs(), otherFiles()));
    }

    private static Stream<FileForm> images() {
        var url = "data:image/png;base64," + PNG;
        return Stream.of(
                image("AI SDK: file part", "'parts':[{'type':'file','mediaType':'image/png','url':'" + url + "'}]"),
                image(
                        "AI SDK: file of a model message",
                        "'content':[{'type':'file','mediaType':'image/png','data':'" + PNG + "'}]"),
                image("AI SDK: image of a model message", "'content':[{'type':'image','image':'" + PNG + "'}]"),
                image("OpenAI chat: image", "'content':[{'type':'image_url','image_url':{'url':'" + url + "'}}]"),
                image("OpenAI responses: image", "'content':[{'type':'input_image','image_url':'" + url + "'}]"),
                image(
                        "Anthropic: image",
                        "'content':[{'type':'image','source':{'type':'base64','media_type':'image/png','data':'" + PNG
                                + "'}}]"),
                image(
                        "AgentScope: image",
                        "'name':'ada','content':[{'type':'image','source':{'type':'base64','media_type':'image/png','data':'"
                                + PNG + "'}}]"),
                new FileForm(
                        "data URL in a text",
                        "{'id':'m','role':'user','content':'See ![it](" + url + ") here'}",
                        IMAGE_TOKENS),
                new FileForm(
                        "OpenAI responses: generated image",
                        "{'id':'m','role':'assistant','content':[{'type':'image_generation_call','result':'" + PNG
                                + "'}]}",
                        IMAGE_TOKENS));
    }

    private static FileForm image(String name, String members) {
        return new FileForm(name, "{'id':'m','role':'user'," + members + "}", IMAGE_TOKENS);
    }

    private static Stream<FileForm> imagesInOutputs() {
        var url = "data:image/png;base64," + PNG;
        return Stream.of(
                output(
                        "Anthropic: image as result",
                        "'type':'tool_result','tool_use_id':'c','content':[{'type':'image','source':{'type':'base64',"
                                + "'media_type':'image/png','data':'" + PNG + "'}},{'type':'text','text':'it'}]"),
                output(
                        "OpenAI responses: image as result",
                        "'type':'function_call_output','call_id':'c','output':[{'type':'input_image','image_url':'"
                                + url + "'}]"),
                output(
                        "AgentScope: image as result",
                        "'type':'tool_result','id':'c','name':'get','output':[{'type':'image','source':{'type':'base64',"
                                + "'media_type':'image/png','data':'" + PNG + "'}}]"),
                output(
                        "AI SDK: image as result of a model message",
                        "'type':'tool-result','toolCallId':'c','toolName':'get','output':{'type':'content','value':["
                                + "{'type':'media','mediaType':'image/png','data':'" + PNG + "'}]}"),
                output(
                        "MCP: image in a tool part",
                        "'type':'tool-get','toolCallId':'c','state':'output-available','input':{},'output':{'content':["
                                + "{'type':'image','mimeType':'image/png','data':'" + PNG + "'}],'isError':false}"),
                output(
                        "data URL in a tool part",
                        "'type':'tool-get','toolCallId':'c','state':'output-available','input':{},'output':{'page':'"
                                + url + "','n':1}"));
    }

    private static FileForm output(String name, String part) {
        return new FileForm(name, "{'id':'m','role':'tool','content':[{" + part + "}]}", IMAGE_TOKENS);
    }

    private static Stream<FileForm> otherFiles() {
        var rates = MediaRates.DEFAULTS;
        var web = "https://example.com/";
        return Stream.of(
                file(
                        "AI SDK: PDF",
                        "'type':'file','mediaType':'application/pdf','url':'data:application/pdf;base64," + DATA + "'",
                        PDF_TOKENS),
                file(
                        "OpenAI chat: PDF",
                        "'type':'file','file':{'filename':'a.pdf','file_data':'data:application/pdf;base64," + DATA
                                + "'}",
                        PDF_TOKENS),
                file(
                        "OpenAI responses: PDF",
                        "'type':'input_file','filename':'a.pdf','file_data':'" + DATA + "'",
                        PDF_TOKENS),
                file(
                        "Anthropic: PDF",
                        "'type':'document','source':{'type':'base64','media_type':'application/pdf','data':'" + DATA
                                + "'}",
                        PDF_TOKENS),
                // 102,402 bytes at 128 kbit a second are 6.4 seconds; a WAV has its rate, here 48,000 bytes a second.
                file(
                        "OpenAI chat: MP3",
                        "'type':'input_audio','input_audio':{'format':'mp3','data':'" + DATA + "'}",
                        205),
                file(
                        "OpenAI chat: WAV",
                        "'type':'input_audio','input_audio':{'format':'wav','data':'UklGRgAAAABXQVZFZm10IBAAAAABAAEAwF0AAIC7AAA"
                                + DATA.substring(43) + "'}",
                        69),
                file(
                        "AgentScope: audio",
                        "'type':'audio','source':{'type':'base64','media_type':'audio/mp3','data':'" + DATA + "'}",
                        205),
                file(
                        "AI SDK: video",
                        "'type':'file','mediaType':'video/mp4','url':'data:video/mp4;base64," + DATA + "'",
                        123),
                file(
                        "AI SDK: image at a URL",
                        "'type':'file','mediaType':'image/png','url':'" + web + "'",
                        rates.image()),
                file(
                        "OpenAI chat: image at a URL",
                        "'type':'image_url','image_url':{'url':'" + web + "'}",
                        rates.image()),
                file(
                        "OpenAI responses: image of the provider",
                        "'type':'input_image','file_id':'file-1'",
                        rates.image()),
                file(
                        "OpenAI responses: file at a URL",
                        "'type':'input_file','file_url':'" + web + "'",
                        rates.unknownFile()),
                file(
                        "OpenAI chat: file of the provider",
                        "'type':'file','file':{'file_id':'file-1'}",
                        rates.unknownFile()),
                file(
                        "Anthropic: image at a URL",
                        "'type':'image','source':{'type':'url','url':'" + web + "'}",
                        rates.image()),
                file(
                        "Anthropic: image of the provider",
                        "'type':'image','source':{'type':'file','file_id':'f'}",
                        rates.image()),
                file(
                        "Anthropic: document at a URL",
                        "'type':'document','source':{'type':'url','url':'" + web + "'}",
                        rates.unknownFile()),
                file(
                        "AgentScope: video at a URL",
                        "'type':'video','source':{'type':'url','url':'" + web + "'}",
                        rates.unknownFile()),
                file("image of an unknown format", "'type':'image','image':'" + DATA + "'", rates.image()));
    }

    private static FileForm file(String name, String part, long tokens) {
        return new FileForm(name, "{'id':'m','role':'user','content':[{" + part + "}]}", tokens);
    }

    /**
     * A message with one file.
     *
     * @param tokens tokens of the file by {@link MediaRates#DEFAULTS}
     */
    record FileForm(String name, String message, long tokens) {
        byte[] bytes() {
            return MessageForms.bytes(message);
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
