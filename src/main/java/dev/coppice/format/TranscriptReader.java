package dev.coppice.format;

import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads what one message says and which tools it uses, in one pass. It knows the shapes of the AI SDK ({@code parts}),
 * OpenAI ({@code content}, {@code tool_calls}), Anthropic and AgentScope (blocks in {@code content}). Reasoning and files
 * are passed over.
 */
final class TranscriptReader {
    private static final Set<String> TOOL_ROLES = Set.of("tool", "function");

    private final JsonInput in;
    private String role = "";
    private String name;
    private Said parts;
    private Said content = new Said();
    private final List<ToolLines> calls = new ArrayList<>();

    private TranscriptReader(JsonInput in) {
        this.in = in;
    }

    /** Texts and tools of an array of parts. */
    private static final class Said {
        private final List<String> texts = new ArrayList<>();
        private final List<ToolLines> tools = new ArrayList<>();
    }

    /** The lines of a stored message; one that was wiped, or that has no words, says so. */
    static String read(byte[] json) {
        return json.length == 0 ? "(no text)" : new TranscriptReader(JsonInput.of(json)).read();
    }

    private String read() {
        in.object(this::member);
        var said = parts == null ? content : parts;
        var tools = new ArrayList<>(said.tools);
        tools.addAll(calls);
        if (TOOL_ROLES.contains(role) && tools.isEmpty()) {
            // The whole message is one result.
            tools.add(new ToolLines(name, null, ToolLines.json(String.join("\n", said.texts))));
            said.texts.clear();
        }
        return lines(said.texts, tools);
    }

    private String lines(List<String> texts, List<ToolLines> tools) {
        var lines = new ArrayList<String>();
        lines.add("[" + Transcript.oneLine(role) + "]");
        texts.stream()
                .filter(text -> !text.isBlank())
                .map(PromptFraming::unframed)
                .forEach(lines::add);
        tools.stream().map(ToolLines::lines).forEach(lines::add);
        if (lines.size() == 1) {
            lines.add("(no text)");
        }
        return lines.stream().collect(Collectors.joining("\n"));
    }

    private void member(String member) {
        switch (member) {
            case "role" -> role = in.json();
            case "name" -> name = in.atString() ? in.string() : skipped();
            case "parts" -> parts = said();
            case "content" -> content = said();
            case "tool_calls" -> calls();
            case "function_call" -> call();
            default -> in.skip();
        }
    }

    private String skipped() {
        in.skip();
        return null;
    }

    private Said said() {
        var said = new Said();
        if (in.atArray()) {
            in.array(() -> part(said));
        } else if (in.atString()) {
            said.texts.add(in.string());
        } else {
            in.skip();
        }
        return said;
    }

    private void part(Said said) {
        if (in.atObject()) {
            new PartLines(in).read(said.texts, said.tools);
        } else if (in.atString()) {
            said.texts.add(in.string());
        } else {
            in.skip();
        }
    }

    private void calls() {
        if (in.atArray()) {
            in.array(this::call);
        } else {
            in.skip();
        }
    }

    /** OpenAI's call of a function, bare or in its envelope. */
    private void call() {
        if (!in.atObject()) {
            in.skip();
            return;
        }
        new PartLines(in).readCall(calls);
    }
}
