package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
                file(block).ifPresent(media -> {
                    files.add(media);
                    splices.add(Splice.replace(block, "null"));
                });
            }
        }
        var rest = Splice.apply(bytes, splices);
        return new FilesInOutput(new JsonSlice(rest, 0, rest.length).compact(), files);
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

    private static Optional<Media> file(JsonSlice block) {
        var part = ParsedPart.of(block);
        return part.kind() == PartKind.FILE ? MediaReader.file(part, false) : Optional.empty();
    }
}
