package dev.coppice.format;

import dev.coppice.format.Part.Source;
import dev.coppice.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the items of a message's {@code content}: OpenAI's, Anthropic's, AgentScope's, and the AI SDK's for models. */
final class ContentItems {
    private static final String PDF = "application/pdf";

    /** What Anthropic takes in the result of a tool. */
    private static final Set<String> IN_RESULTS = Set.of("text", "image", "document");

    private final String json;
    private final ObjectMembers block;
    private final boolean named;

    private ContentItems(String json, boolean named) {
        this.json = json;
        this.block = ObjectMembers.of(json);
        this.named = named;
    }

    /** @param named true when the message names its sender, as AgentScope's do */
    static List<Part> read(String json, boolean named) {
        return json.startsWith("\"")
                ? List.of(new Part.Text(ObjectMembers.string(json)))
                : List.of(new ContentItems(json, named).read());
    }

    /** Arguments of a call as JSON: OpenAI has them in a string, and a model may have written there what it liked. */
    static String arguments(String json) {
        var text = ObjectMembers.string(json);
        if (text == null) {
            return json == null || json.equals("null") ? "{}" : json;
        }
        var stripped = text.strip();
        if (stripped.isEmpty()) {
            return "{}";
        }
        return ObjectMembers.isJson(stripped) ? stripped : JsonText.quoted(text);
    }

    private Part read() {
        var type = block.text("type");
        return switch (type == null ? "" : type) {
            case "text", "input_text", "output_text" -> text(type);
            case "refusal" -> new Part.Text(orEmpty("refusal"));
            case "reasoning" -> reasoning();
            case "thinking", "redacted_thinking" -> thinking();
            case "image_url",
                    "input_image",
                    "input_audio",
                    "input_file",
                    "file",
                    "image",
                    "document",
                    "audio",
                    "video" -> media(type);
            case "tool_use" -> new Part.Call(
                    block.text("id"), block.text("name"), arguments(block.json("input")), own(block.isObject("input")));
            case "tool_result" -> result();
            case "tool-call" -> new Part.Call(
                    block.text("toolCallId"),
                    block.text("toolName"),
                    arguments(block.has("input") ? block.json("input") : block.json("args")),
                    null);
            case "tool-result" -> new Part.Result(
                    block.text("toolCallId"),
                    block.has("output")
                            ? ToolResults.typed(block.json("output"))
                            : ToolResults.ofUi(block.json("result")),
                    ToolResults.isFailure(block.object("output")),
                    null);
            case "function_call" -> new Part.Call(
                    block.text("call_id"), block.text("name"), arguments(block.json("arguments")), null);
            case "function_call_output" -> new Part.Result(
                    block.text("call_id"), ToolResults.of(block.json("output")), false, null);
            default -> new Part.Aside(type == null ? "unknown" : type, null);
        };
    }

    private String orEmpty(String member) {
        var text = block.text(member);
        return text == null ? "" : text;
    }

    /** The block as it stands, for the shape that it has. */
    private Source own(boolean whole) {
        return whole ? new Source(named ? MessageFormat.AGENTSCOPE : MessageFormat.ANTHROPIC, json) : null;
    }

    private Part text(String type) {
        boolean anthropic = type.equals("text") && (block.has("cache_control") || block.has("citations"));
        return new Part.Text(orEmpty("text"), anthropic ? new Source(MessageFormat.ANTHROPIC, json) : null);
    }

    /** An item of OpenAI's responses, which only it can read again; or a part of the AI SDK's models. */
    private Part reasoning() {
        if (block.isArray("summary")) {
            var text = block.list("summary").stream()
                    .map(item -> ObjectMembers.of(item).text("text"))
                    .filter(summary -> summary != null)
                    .collect(Collectors.joining("\n"));
            var source =
                    block.text("encrypted_content") == null ? null : new Source(MessageFormat.OPENAI_RESPONSES, json);
            return new Part.Reasoning(text, null, source);
        }
        var options = block.has("providerOptions") ? "providerOptions" : "providerMetadata";
        return new Part.Reasoning(
                orEmpty("text"), block.object(options).object("anthropic").text("signature"), null);
    }

    private Part thinking() {
        if (block.text("type").equals("redacted_thinking")) {
            return new Part.Reasoning("", null, own(!named && block.text("data") != null));
        }
        var signature = block.text("signature");
        return new Part.Reasoning(
                orEmpty("thinking"), signature, own(block.text("thinking") != null && (named || signature != null)));
    }

    private Part result() {
        var output = ToolResults.of(block.has("content") ? block.json("content") : block.json("output"));
        boolean anthropic = block.text("tool_use_id") != null
                && block.list("content").stream()
                        .map(item -> String.valueOf(ObjectMembers.of(item).text("type")))
                        .allMatch(IN_RESULTS::contains);
        return new Part.Result(
                block.text("tool_use_id", "id"),
                output,
                "true".equals(block.json("is_error")),
                of(MessageFormat.ANTHROPIC, anthropic && output.stream().allMatch(ContentItems::isAnthropics)));
    }

    private static boolean isAnthropics(Part part) {
        return part instanceof Part.Text || part.isStoredAs(MessageFormat.ANTHROPIC);
    }

    private Part media(String type) {
        var name = block.text("filename", "title", "name");
        if (block.isObject("source")) {
            return sourced(type, block.object("source"), name);
        }
        var said = block.text("mediaType", "mimeType");
        return switch (type) {
            case "image_url" -> {
                var url = block.object("image_url").text("url");
                yield Media.at(Media.ANY_IMAGE, url, name, of(MessageFormat.OPENAI, isAddress(url)));
            }
            case "input_audio" -> audio(block.object("input_audio"));
            case "input_image" -> {
                var url = block.text("image_url");
                boolean whole = isAddress(url) || isSaid(block.text("file_id"));
                yield Media.at(Media.ANY_IMAGE, url, name, of(MessageFormat.OPENAI_RESPONSES, whole));
            }
            case "input_file" -> {
                var at = block.text("file_data", "file_url");
                yield Media.of(
                        PDF, at, name, of(MessageFormat.OPENAI_RESPONSES, isSaid(at) || isSaid(block.text("file_id"))));
            }
            case "file" -> block.isObject("file")
                    ? file(block.object("file"))
                    : Media.of(said == null ? Media.UNKNOWN : said, block.text("data", "url"), name, null);
            case "image" -> Media.of(
                    said == null ? Media.ANY_IMAGE : said, block.text("image", "url", "data"), name, null);
            default -> new Part.Aside(type, null);
        };
    }

    private Source of(MessageFormat messageFormat, boolean whole) {
        return whole ? new Source(messageFormat, json) : null;
    }

    private static boolean isAddress(String url) {
        return url != null && (url.startsWith("https://") || url.startsWith("http://") || url.startsWith("data:"));
    }

    private static boolean isSaid(String text) {
        return text != null && !text.isBlank();
    }

    private Part audio(ObjectMembers audio) {
        var format = String.valueOf(audio.text("format"));
        boolean whole = isSaid(audio.text("data")) && (format.equals("wav") || format.equals("mp3"));
        return new Media("audio/" + format, null, audio.text("data"), null, of(MessageFormat.OPENAI, whole));
    }

    private Part file(ObjectMembers file) {
        var data = file.text("file_data");
        boolean whole = isSaid(data) || isSaid(file.text("file_id"));
        return Media.of(PDF, data, file.text("filename"), of(MessageFormat.OPENAI, whole));
    }

    /** Anthropic's and AgentScope's. */
    private Part sourced(String type, ObjectMembers from, String name) {
        var said = from.text("media_type", "mediaType");
        var mediaType = said != null ? said : type.equals("document") ? PDF : type + "/*";
        boolean agentScope = !type.equals("document") && (named || !type.equals("image"));
        var messageFormat = agentScope ? MessageFormat.AGENTSCOPE : MessageFormat.ANTHROPIC;
        var data = from.text("data");
        return switch (String.valueOf(from.text("type"))) {
            case "base64" -> new Media(
                    mediaType, null, data, name, of(messageFormat, agentScope && isSaid(said) && isSaid(data)));
            case "url" -> Media.at(mediaType, from.text("url"), name, of(messageFormat, isAddress(from.text("url"))));
            case "text" -> new Media("text/plain", null, base64(data), name, of(MessageFormat.ANTHROPIC, isSaid(data)));
            case "file" -> new Media(
                    mediaType, null, null, name, of(MessageFormat.ANTHROPIC, isSaid(from.text("file_id"))));
            default -> new Media(mediaType, null, null, name, null);
        };
    }

    private static String base64(String text) {
        return text == null ? null : Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
