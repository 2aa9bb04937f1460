package dev.coppice.format;

import dev.coppice.format.Content.Call;
import dev.coppice.format.Content.Pair;
import dev.coppice.format.Content.Result;
import dev.coppice.json.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/**
 * Replaces ids of tool calls, names of tools and arguments that a provider does not accept. Valid ones stay as they
 * are. The same tool name always gets the same replacement. Each call gets an id of its own, even if several calls had
 * the same id. For one conversation; not thread-safe.
 */
final class ToolNaming {
    /**
     * Number of characters of an invalid id that its replacement keeps. The replacement continues with an underscore, a
     * hash of ten characters, an underscore and a number. With 22 characters and a number of six digits it has 40
     * characters, as many as the strictest provider (OpenAI) allows.
     */
    private static final int STEM = 22;

    private static final int HASH = 10;

    private final MessageFormat format;
    private final Diagnostics diagnostics;
    private final Set<String> ids = new HashSet<>();
    private final Map<String, Integer> uses = new HashMap<>();
    private final Map<String, String> tools = new HashMap<>();

    ToolNaming(MessageFormat format, Diagnostics diagnostics) {
        this.format = format;
        this.diagnostics = diagnostics;
    }

    /**
     * Returns the message with valid ids, names and arguments of its calls, and reports each replacement; an invalid
     * tool name is reported only at its first call. Each call must be in a {@link Content.Pair} with its result.
     */
    ModelMessage rename(ModelMessage message) {
        if (message.contents().stream().noneMatch(Pair.class::isInstance)) {
            return message;
        }
        return message.with(message.contents().stream()
                .map(part -> part instanceof Pair pair ? renamed(message.id(), pair) : part)
                .toList());
    }

    private Pair renamed(String messageId, Pair pair) {
        var call = pair.call();
        var id = id(messageId, call.id());
        var tool = tool(messageId, call);
        boolean isSame = call.isStoredAs(format) && id.equals(call.id()) && tool.equals(call.tool());
        var input = isSame ? call.input() : input(messageId, call);
        var result = pair.result();
        return new Pair(
                new Call(id, tool, input, isSame ? call.source() : null),
                new Result(
                        id,
                        result.output(),
                        result.failed(),
                        result.isCustom(),
                        id.equals(result.callId()) && result.isStoredAs(format) ? result.source() : null),
                pair.place());
    }

    private String id(String messageId, String id) {
        var base = id == null || id.isEmpty() ? "call" : id;
        if (base.equals(id) && format.isCallId(id) && ids.add(id)) {
            return id;
        }
        String unused;
        do {
            unused = stem(base) + '_' + hash(base) + '_' + uses.merge(base, 1, Integer::sum);
        } while (!ids.add(unused));
        diagnostics.renamed(messageId, id, "id " + unused);
        return unused;
    }

    private String tool(String messageId, Call call) {
        var name = call.tool() == null || call.tool().isEmpty() ? "unknown_tool" : call.tool();
        if (format.isTool(name)) {
            if (!name.equals(call.tool())) {
                diagnostics.renamed(messageId, call.id(), "tool " + name);
            }
            return name;
        }
        return tools.computeIfAbsent(name, invalid -> {
            var valid = stem(invalid) + '_' + hash(invalid);
            diagnostics.renamed(messageId, call.id(), "tool " + valid);
            return valid;
        });
    }

    /**
     * Returns the arguments of a call as the format accepts them: a lenient format accepts any JSON, and the arguments
     * stay unchanged. For other formats, arguments that are not an object become the member {@code input} of a new
     * object, because most providers accept only objects.
     *
     * @param messageId id of the message with the call, for the diagnostic
     */
    private String input(String messageId, Call call) {
        if (format.isLenient() || call.input().startsWith("{")) {
            return call.input();
        }
        diagnostics.inputWrapped(messageId, call.id());
        return objectOf(call.input());
    }

    /** Returns arguments that are a JSON object as they are, others as the member {@code input} of a new object. */
    static String objectOf(String input) {
        return input.startsWith("{") ? input : "{\"input\":" + input + '}';
    }

    private static String stem(String text) {
        var plain = text.replaceAll("[^\\w-]", "_");
        return plain.substring(0, Math.min(plain.length(), STEM));
    }

    private static String hash(String text) {
        var digest = Fingerprint.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest).substring(0, HASH);
    }
}
