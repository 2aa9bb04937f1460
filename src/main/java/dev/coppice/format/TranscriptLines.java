package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/** The lines of one message in a {@link Transcript}: its role, texts and tools. Reasoning and files are left out. */
final class TranscriptLines {
    private static final String NO_TEXT = "(no text)";

    private final List<String> texts = new ArrayList<>();
    private final List<ToolLines> tools = new ArrayList<>();

    private TranscriptLines() {}

    /**
     * Returns the lines of a stored message, joined by line breaks. If the message's only part is an item of OpenAI's
     * API with the type {@code message}, these are the texts and tools of that item. For a message with neither texts
     * nor tools, a line below the role says that there is no text. A deleted message, which has an empty body, has only
     * that line.
     */
    static String of(byte[] json) {
        if (json.length == 0) {
            return NO_TEXT;
        }
        var message = ParsedMessage.of(json);
        var inner = ResponseItem.innerMessage(message);
        return new TranscriptLines().lines(inner == null ? message : inner, message.role());
    }

    private String lines(ParsedMessage message, String role) {
        var members = message.members();
        var content = message.group(members.has("parts") ? "parts" : "content");
        if (content.isPresent()) {
            content.get().parts().forEach(this::part);
        } else if (!members.has("parts")) {
            text(members.get("content"));
        }
        text(members.get("refusal"));
        message.group("tool_calls").ifPresent(calls -> calls.parts().forEach(this::part));
        if (message.functionCall() != null) {
            part(message.functionCall());
        }
        if (message.isFromTool() && tools.isEmpty()) {
            // Without parts about tools, the whole message is one tool result.
            tools.add(new ToolLines(message.name(), null, ToolLines.json(String.join("\n", texts))));
            texts.clear();
        }
        return lines(role);
    }

    private void text(JsonSlice value) {
        if (value != null && value.isString()) {
            texts.add(value.text());
        }
    }

    private void part(ParsedPart part) {
        if (part.isTool()) {
            tools.add(ToolLines.of(part));
        } else if (part.kind() != PartKind.REASONING) {
            text(part.text());
        }
    }

    private String lines(String role) {
        var lines = new ArrayList<String>();
        lines.add("[" + Transcript.oneLine(role) + "]");
        texts.stream()
                .filter(text -> !text.isBlank())
                .map(PromptFraming::unframed)
                .forEach(lines::add);
        tools.stream().map(ToolLines::lines).forEach(lines::add);
        if (lines.size() == 1) {
            lines.add(NO_TEXT);
        }
        return String.join("\n", lines);
    }
}
