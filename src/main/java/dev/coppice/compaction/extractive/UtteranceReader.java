package dev.coppice.compaction.extractive;

import dev.coppice.format.MessageText;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Times;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Reads who says what from a stored message, whose shape it takes as it comes. Linear in its length. */
final class UtteranceReader {
    private static final int MAX_NAME = 40;
    private static final String TOOL = "tool-";

    private final JsonInput in;
    private final List<String> tools = new ArrayList<>();

    private String role = "";
    private String name = "";
    private String day = "";
    private String type;
    private String tool;

    private UtteranceReader(JsonInput in) {
        this.in = in;
    }

    /** An empty body, of a message that was wiped, says nothing. */
    static Utterance read(byte[] message) {
        if (message.length == 0) {
            return new Utterance("unknown", "unknown", "", "", List.of());
        }
        var reader = new UtteranceReader(JsonInput.of(message));
        reader.in.object(reader::member);
        var role = reader.role.isEmpty() ? "unknown" : reader.role;
        var speaker = reader.name.isEmpty() ? role : reader.name;
        return new Utterance(role, speaker, reader.day, MessageText.of(message).said(), List.copyOf(reader.tools));
    }

    private void member(String member) {
        switch (member) {
            case "role" -> role = label(in.json());
            case "name" -> name = name.isEmpty() ? string() : name;
            case "metadata" -> members(this::metadata);
            case "createdAt" -> day = day();
            case "parts", "content" -> items(this::part);
            case "tool_calls" -> items(this::call);
            default -> in.skip();
        }
    }

    private void metadata(String member) {
        if (member.equals("speaker") || member.equals("name")) {
            var said = string();
            name = said.isEmpty() ? name : said;
        } else {
            in.skip();
        }
    }

    private void part(String member) {
        switch (member) {
            case "type" -> type = in.json();
            case "toolName", "name" -> tool = string();
            default -> in.skip();
        }
    }

    private void call(String member) {
        if (member.equals("function")) {
            type = "tool_use";
            members(this::part);
        } else {
            in.skip();
        }
    }

    private void items(JsonInput.Member member) {
        if (!in.atArray()) {
            in.skip();
            return;
        }
        in.array(() -> {
            type = tool = "";
            members(member);
            if (isCall()) {
                tools.add(!tool.isEmpty() ? tool : type.startsWith(TOOL) ? label(type.substring(TOOL.length())) : type);
            }
        });
    }

    /** A result names its tool as well, which was called but once. */
    private boolean isCall() {
        return type.equals("dynamic-tool")
                || type.equals("function_call")
                || type.startsWith("tool") && !type.equals("tool-result") && !type.equals("tool_result");
    }

    private void members(JsonInput.Member member) {
        if (in.atObject()) {
            in.object(member);
        } else {
            in.skip();
        }
    }

    private String string() {
        if (in.atString()) {
            return label(in.string());
        }
        in.skip();
        return "";
    }

    private String day() {
        try {
            if (in.atInteger() || in.atString()) {
                long millis = in.atInteger() ? Long.parseLong(in.json()) : Times.millis(in.string());
                return Instant.ofEpochMilli(millis)
                        .atOffset(ZoneOffset.UTC)
                        .toLocalDate()
                        .toString();
            }
        } catch (DateTimeException | NumberFormatException e) {
            return ""; // a time in some other form helps nobody here
        }
        in.skip();
        return "";
    }

    /** One short line without the marks that a summary has of its own. */
    private static String label(String text) {
        var line = Sentences.line(text)
                .replace(":", "")
                .replace(",", "")
                .replace("(", "")
                .replace(")", "");
        return Sentences.cut(line.strip(), MAX_NAME);
    }
}
