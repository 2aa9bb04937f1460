package dev.coppice.format;

import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.List;

/** Reads the calls and results of one message, in one pass. */
final class SkillCallReader {
    private static final String TOOL_ROLE = "tool";

    private final JsonInput in;
    private final List<SkillCall> calls = new ArrayList<>();

    private String role;
    private String name;
    private String answered;
    private ToolOutput content;

    SkillCallReader(JsonInput in) {
        this.in = in;
    }

    /** The calls of the object at which the input stands. */
    List<SkillCall> read() {
        in.object(this::member);
        if (TOOL_ROLE.equals(role) && answered != null) {
            // The whole message is one result, whatever its content is made of.
            return ToolPart.result(answered, name, content).stream().toList();
        }
        return List.copyOf(calls);
    }

    private void member(String member) {
        switch (member) {
            case "role" -> role = ToolPart.text(in);
            case "name" -> name = ToolPart.text(in);
            case "tool_call_id" -> answered = ToolPart.text(in);
            case "content" -> content = in.atArray() ? array() : ToolOutput.read(in);
            case "parts", "tool_calls" -> {
                if (in.atArray()) {
                    array();
                } else {
                    in.skip();
                }
            }
            default -> in.skip();
        }
    }

    /** Reads an array of parts, which may itself be the output of a tool. */
    private ToolOutput array() {
        int from = in.from();
        var texts = new ArrayList<String>();
        in.array(() -> {
            if (!in.atObject()) {
                in.skip();
                return;
            }
            var part = new ToolPart(in).read();
            part.call().ifPresent(calls::add);
            if (texts.isEmpty() && part.text() != null) {
                texts.add(part.text());
            }
        });
        return new ToolOutput(from, in.to(), texts.isEmpty() ? "" : texts.get(0), false, false);
    }
}
