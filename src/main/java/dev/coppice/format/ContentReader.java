package dev.coppice.format;

import dev.coppice.format.Content.Source;
import java.util.List;

/** Converts a parsed part of a message, in any format, to {@link Content}. Stateless. */
final class ContentReader {
    private ContentReader() {}

    /**
     * Returns the contents of a part in the array {@code content} of a message, in their order. A part of the AI SDK's
     * UI messages may have two pieces of content: a call and its result. Any other part has one.
     *
     * @param part the part
     * @param isNamed true if the message has a member {@code name} for its sender. AgentScope's messages always have
     *     this member, which distinguishes their parts from Anthropic's.
     */
    static List<Content> read(ParsedPart part, boolean isNamed) {
        return switch (part.kind()) {
            case TEXT -> List.of(text(part));
            case REASONING -> List.of(reasoning(part, isNamed));
            case FILE -> List.of(MediaReader.read(part, isNamed));
            case CALL -> List.of(ToolContent.call(part, isNamed));
            case RESULT -> List.of(ToolContent.result(part));
            case TOOL -> switch (part.type()) {
                case "tool-call" -> List.of(ToolContent.call(part, isNamed));
                case "tool-result" -> List.of(ToolContent.result(part));
                default -> ToolContent.uiPart(part);
            };
            default -> List.of(new Content.Aside(part.type().isEmpty() ? "unknown" : part.type(), null));
        };
    }

    /**
     * Returns the contents of a part in the array {@code parts} of a message, in their order. Such a part is normally a
     * UI part of the AI SDK, but some senders store parts of other formats there. A UI part with a tool call and its
     * result has two pieces of content.
     */
    static List<Content> readUi(ParsedPart part) {
        var source = new Source(MessageFormat.AI_SDK, part.json());
        var members = part.members();
        switch (part.type()) {
            case "text":
                return List.of(new Content.Text(orEmpty(members.text("text")), source));
            case "reasoning":
                return members.text("text") == null ? read(part, false) : List.of(uiReasoning(part, source));
            case "file":
                return members.text("url") == null ? read(part, false) : List.of(uiFile(part, source));
            case "step-start":
                return List.of(Content.Step.START);
            default:
                return part.type().startsWith("data-") || part.type().startsWith("source-")
                        ? List.of(new Content.Aside(part.type(), isWhole(part) ? source : null))
                        : read(part, false);
        }
    }

    /**
     * True if a UI part of the type {@code source-…} or {@code data-…} has all members that the AI SDK requires, so
     * that the part can be copied verbatim. False for any other type.
     */
    private static boolean isWhole(ParsedPart part) {
        var members = part.members();
        return switch (part.type()) {
            case "source-url" -> members.text("sourceId") != null && members.text("url") != null;
            case "source-document" -> members.text("sourceId") != null
                    && members.text("mediaType") != null
                    && members.text("title") != null;
            default -> part.type().startsWith("data-") && members.has("data");
        };
    }

    private static Content uiReasoning(ParsedPart part, Source source) {
        return new Content.Reasoning(part.members().text("text"), signature(part, "providerMetadata"), source);
    }

    private static Content uiFile(ParsedPart part, Source source) {
        var members = part.members();
        var type = members.text("mediaType");
        return Media.at(
                type == null ? Media.UNKNOWN : type,
                members.text("url"),
                members.text("filename"),
                type == null || type.isBlank() ? null : source);
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    private static Content text(ParsedPart part) {
        var text = part.text() == null ? "" : part.text().text();
        boolean isAnthropics = part.type().equals("text")
                && (part.members().has("cache_control") || part.members().has("citations"));
        return new Content.Text(text, isAnthropics ? new Source(MessageFormat.ANTHROPIC, part.json()) : null);
    }

    private static Content reasoning(ParsedPart part, boolean isNamed) {
        return switch (part.type()) {
            case "thinking" -> thinking(part, isNamed);
            case "redacted_thinking" -> {
                boolean isWhole = !isNamed && part.members().text("data") != null;
                yield new Content.Reasoning(
                        "", null, isWhole ? new Source(MessageFormat.ANTHROPIC, part.json()) : null);
            }
            case "reasoning" -> part.members().isArray("summary") ? summary(part) : modelReasoning(part);
            default -> new Content.Aside(part.type(), null);
        };
    }

    private static Content thinking(ParsedPart part, boolean isNamed) {
        var text = part.members().text("thinking");
        var signature = part.members().text("signature");
        boolean isWhole = text != null && (isNamed || signature != null);
        var format = isNamed ? MessageFormat.AGENTSCOPE : MessageFormat.ANTHROPIC;
        return new Content.Reasoning(orEmpty(text), signature, isWhole ? new Source(format, part.json()) : null);
    }

    /**
     * Converts a reasoning item of OpenAI's Responses API to the text of its summary. Its encrypted content is kept in
     * the stored JSON only, because no other API can use it.
     */
    private static Content summary(ParsedPart part) {
        boolean isEncrypted = part.members().text("encrypted_content") != null;
        var source = isEncrypted ? new Source(MessageFormat.OPENAI_RESPONSES, part.json()) : null;
        return new Content.Reasoning(String.join("\n", part.summary()), null, source);
    }

    private static Content modelReasoning(ParsedPart part) {
        var options = part.members().has("providerOptions") ? "providerOptions" : "providerMetadata";
        return new Content.Reasoning(orEmpty(part.members().text("text")), signature(part, options), null);
    }

    private static String signature(ParsedPart part, String options) {
        return part.members().object(options).object("anthropic").text("signature");
    }

    /**
     * Converts a tool's output that is an array of content blocks to texts and files. Returns null if one of the blocks
     * is neither a text nor a file in a known form.
     */
    static List<Content> blocks(JsonSlice array) {
        var parts = array.items().stream().map(ParsedPart::of).toList();
        if (!parts.stream().allMatch(part -> part.kind() == PartKind.TEXT || part.kind() == PartKind.FILE)) {
            return null;
        }
        var blocks = parts.stream()
                .map(part -> part.kind() == PartKind.TEXT ? text(part) : MediaReader.read(part, false))
                .toList();
        return blocks.stream().anyMatch(Content.Aside.class::isInstance) ? null : blocks;
    }
}
