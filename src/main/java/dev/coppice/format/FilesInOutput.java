package dev.coppice.format;

import dev.coppice.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The files in a tool's output, separated from its other content because tokens are counted differently for each kind
 * of file. A file is an item of an array in the output (a content block), in the form of Anthropic, OpenAI, AgentScope,
 * the AI SDK or MCP. Finding the files takes time linear in the output's length.
 *
 * @param rest the output as JSON without white space, with null in place of each file
 * @param files the files, in document order; empty if there are none
 */
record FilesInOutput(String rest, List<Media> files) {
    /**
     * Names of the members that may contain the array of content blocks if a tool's output is an object:
     * {@code content} in MCP, {@code value} in the AI SDK.
     */
    private static final List<String> HOLDERS = List.of("content", "value");

    /**
     * Strings that show whether an output may contain a file. Every output with a file contains at least one of them,
     * so an output without these strings need not be searched for files. The last string is the beginning of a JSON
     * escape: a sender may have written a character of another string as an escape.
     */
    private static final List<String> SIGNS = List.of("image", "audio", "video", "document", "file", "media", "\\u00");

    /**
     * Returns the files in the output of a tool, and the rest of the output.
     *
     * @param output an object or array; any other value has no files
     */
    static FilesInOutput of(JsonSlice output) {
        var bytes = output.bytes();
        var files = new ArrayList<Media>();
        var splices = new ArrayList<Splice>();
        if (ParsedMessage.containsAny(bytes, SIGNS)) {
            for (var block : blocks(new JsonSlice(bytes, 0, bytes.length))) {
                file(ParsedPart.of(block)).ifPresent(media -> {
                    files.add(media);
                    splices.add(Splice.replace(block, "null"));
                });
            }
        }
        var rest = Splice.apply(bytes, splices);
        return new FilesInOutput(new JsonSlice(rest, 0, rest.length).compact(), files);
    }

    /**
     * True if all files in a truncated output are as they were before. A document that contains its text as such, and
     * not in base64, may be truncated.
     *
     * @param cut the truncated output
     * @param output the output before it was truncated
     */
    static boolean areWhole(JsonSlice cut, JsonSlice output) {
        if (!ParsedMessage.containsAny(output.bytes(), SIGNS)) {
            return true;
        }
        var files = blocks(output).stream()
                .map(ParsedPart::of)
                .filter(part -> untruncatable(part).isPresent())
                .map(part -> part.json().compact())
                .collect(Collectors.toSet());
        return files.isEmpty()
                || blocks(cut).stream()
                        .map(ParsedPart::of)
                        .filter(part -> part.kind() == PartKind.FILE && !hasPlainText(part))
                        .allMatch(part -> files.contains(part.json().compact()));
    }

    /**
     * Returns the output with a text block in place of each file, for example {@code [image (image/png) left out]}. A
     * document that contains its text as such, and not in base64, is kept.
     */
    static JsonSlice mentioned(JsonSlice output) {
        var bytes = output.bytes();
        var splices = new ArrayList<Splice>();
        for (var block : blocks(new JsonSlice(bytes, 0, bytes.length))) {
            var part = ParsedPart.of(block);
            untruncatable(part).ifPresent(file -> {
                var text = JsonText.quoted(file.mention());
                splices.add(
                        Splice.replace(block, "{\"type\":\"" + textType(part.type()) + "\",\"text\":" + text + "}"));
            });
        }
        var json = Splice.apply(bytes, splices);
        return new JsonSlice(json, 0, json.length);
    }

    /**
     * Returns the type of a text block beside a content block of the given type: {@code input_text} in OpenAI's
     * Responses API, {@code text} in all other formats.
     */
    static String textType(String blockType) {
        return switch (blockType) {
            case "input_text", "input_image", "input_file" -> "input_text";
            default -> "text";
        };
    }

    private static Optional<Media> untruncatable(ParsedPart part) {
        return hasPlainText(part) ? Optional.empty() : file(part);
    }

    private static boolean hasPlainText(ParsedPart part) {
        return "text".equals(part.members().object("source").text("type"));
    }

    private static List<JsonSlice> blocks(JsonSlice output) {
        if (output.isArray()) {
            return output.items();
        }
        var members = output.members();
        return HOLDERS.stream()
                .filter(members::isArray)
                .flatMap(holder -> members.list(holder).stream())
                .toList();
    }

    private static Optional<Media> file(ParsedPart part) {
        return part.kind() == PartKind.FILE ? MediaReader.file(part, false) : Optional.empty();
    }
}
