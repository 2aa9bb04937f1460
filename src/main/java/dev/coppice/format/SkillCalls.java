package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.json.JsonInput;
import dev.coppice.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Finds the calls of {@code load_context} in a message, and takes documents out again. It knows the shapes of the AI SDK
 * (messages of its UI and of its models), OpenAI (chat and responses), Anthropic and AgentScope. Pure, linear in the
 * message; what is malformed is no call.
 */
public final class SkillCalls {
    static final String TOOL = "load_context";
    static final String UNLOADED = "[skill unloaded: ";

    /** One of these stands in every message that has a call or a result. */
    private static final List<String> SIGNS =
            List.of(TOOL, "tool_call_id", "tool_result", "tool-result", "function_call_output");

    private SkillCalls() {}

    /** The calls and results of a message, in their order; most messages are not even parsed. */
    public static List<SkillCall> of(byte[] message) {
        if (message.length == 0 || message[0] != '{' || !hasSign(message)) {
            return List.of();
        }
        try {
            return new SkillCallReader(JsonInput.of(message)).read();
        } catch (Problem e) {
            return List.of(); // no JSON, no call
        }
    }

    private static boolean hasSign(byte[] message) {
        // One byte, one character: searching is much cheaper than decoding.
        var text = new String(message, StandardCharsets.ISO_8859_1);
        return SIGNS.stream().anyMatch(text::contains);
    }

    /**
     * The message without the documents of a skill: {@code [skill unloaded: <key>]} stands in their places, everything
     * else is the same, byte for byte.
     *
     * @param callIds of the calls whose results go; a document that stands with its call is known by label and key
     */
    public static byte[] unloaded(byte[] message, LoadedSkill skill, Set<String> callIds) {
        var gone = of(message).stream()
                .filter(call -> call.output() != null)
                .filter(call -> call.isResult()
                        ? callIds.contains(call.callId())
                        : call.skill().equals(skill))
                .map(SkillCall::output)
                .sorted(Comparator.comparingInt(SkillCall.Output::from))
                .toList();
        var out = new ByteArrayOutputStream(message.length);
        int at = 0;
        for (var output : gone) {
            out.write(message, at, output.from() - at);
            out.writeBytes(replacement(skill.key(), output.typed()));
            at = output.to();
        }
        out.write(message, at, message.length - at);
        return out.toByteArray();
    }

    private static byte[] replacement(String key, boolean typed) {
        var text = JsonText.quoted(UNLOADED + key + ']');
        return (typed ? "{\"type\":\"text\",\"value\":" + text + '}' : text).getBytes(StandardCharsets.UTF_8);
    }
}
