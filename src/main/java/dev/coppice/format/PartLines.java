package dev.coppice.format;

import dev.coppice.json.JsonInput;
import java.util.List;

/** One part of a message, as far as a transcript shows it; members come in any order. */
final class PartLines {
    private static final String TOOL = "tool-";

    private final JsonInput in;
    private String type = "";
    private String name;
    private String text;
    private String input;
    private String output;
    private String result;
    private String error;

    PartLines(JsonInput in) {
        this.in = in;
    }

    /** Reads the object at the reader's place and adds what it says. */
    void read(List<String> texts, List<ToolLines> tools) {
        in.object(this::member);
        if (isTool()) {
            tools.add(use());
        } else if (text != null && !isThought()) {
            texts.add(text);
        }
    }

    /** Reads OpenAI's call at the reader's place and adds it. */
    void readCall(List<ToolLines> tools) {
        in.object(this::member);
        tools.add(use());
    }

    private ToolLines use() {
        boolean named = name == null && (type.startsWith(TOOL) && !isBare());
        var what = output != null ? output : result != null ? result : error;
        return new ToolLines(named ? type.substring(TOOL.length()) : name, input, what);
    }

    /** The types of other shapes that begin like the AI SDK's, which end with the tool's name. */
    private boolean isBare() {
        return type.equals("tool-call") || type.equals("tool-result");
    }

    private boolean isTool() {
        return type.startsWith("tool") || type.equals("dynamic-tool") || type.startsWith("function_call");
    }

    private boolean isThought() {
        return type.startsWith("reasoning") || type.startsWith("thinking");
    }

    private void member(String member) {
        switch (member) {
            case "type" -> type = in.json();
            case "name", "toolName" -> name = string();
            case "text" -> text = string();
            case "input", "args", "arguments" -> input = ToolLines.json(in);
            case "output" -> output = ToolLines.json(in);
            case "result", "content" -> result = ToolLines.json(in);
            case "errorText" -> error = ToolLines.json(in);
            case "function" -> {
                if (in.atObject()) {
                    in.object(this::member);
                } else {
                    in.skip();
                }
            }
            default -> in.skip();
        }
    }

    private String string() {
        if (in.atString()) {
            return in.string();
        }
        in.skip();
        return null;
    }
}
