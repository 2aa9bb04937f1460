package dev.coppice.format;

import dev.coppice.format.Part.Call;
import dev.coppice.format.Part.Pair;
import dev.coppice.format.Part.Result;
import dev.coppice.json.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/**
 * Gives calls ids, tools names, and arguments a form that a provider takes. What is good already stays; of other ids and
 * names no two become one, and a name becomes the same one every time. For one conversation.
 */
final class ToolNaming {
    /** With the hash, and a number of six digits, the shortest id that a provider allows. */
    private static final int STEM = 22;

    private static final int HASH = 10;

    private final MessageFormat messageFormat;
    private final Diagnostics diagnostics;
    private final Set<String> ids = new HashSet<>();
    private final Map<String, Integer> again = new HashMap<>();
    private final Map<String, String> tools = new HashMap<>();

    ToolNaming(MessageFormat messageFormat, Diagnostics diagnostics) {
        this.messageFormat = messageFormat;
        this.diagnostics = diagnostics;
    }

    ParsedMessage of(ParsedMessage parsedMessage) {
        return parsedMessage.with(parsedMessage.parts().stream()
                .map(part -> part instanceof Pair pair ? named(parsedMessage.id(), pair) : part)
                .toList());
    }

    private Pair named(String messageId, Pair pair) {
        var call = pair.call();
        var id = id(messageId, call.id());
        var tool = tool(messageId, call);
        var input = input(messageId, call);
        boolean same = id.equals(call.id()) && tool.equals(call.tool()) && input.equals(call.input());
        var result = pair.result();
        return new Pair(
                new Call(id, tool, input, same && call.isStoredAs(messageFormat) ? call.source() : null),
                new Result(
                        id,
                        result.output(),
                        result.failed(),
                        id.equals(result.callId()) && result.isStoredAs(messageFormat) ? result.source() : null));
    }

    private String id(String messageId, String id) {
        var wanted = id == null || id.isEmpty() ? "call" : id;
        if (wanted.equals(id) && messageFormat.isCallId(id) && ids.add(id)) {
            return id;
        }
        String free;
        do {
            free = stem(wanted) + '_' + hash(wanted) + '_' + again.merge(wanted, 1, Integer::sum);
        } while (!ids.add(free));
        diagnostics.renamed(messageId, id, "id " + free);
        return free;
    }

    private String tool(String messageId, Call call) {
        var name = call.tool() == null || call.tool().isEmpty() ? "unknown_tool" : call.tool();
        if (messageFormat.isTool(name)) {
            if (!name.equals(call.tool())) {
                diagnostics.renamed(messageId, call.id(), "tool " + name);
            }
            return name;
        }
        return tools.computeIfAbsent(name, other -> {
            var fresh = stem(other) + '_' + hash(other);
            diagnostics.renamed(messageId, call.id(), "tool " + fresh);
            return fresh;
        });
    }

    /** Most providers take objects only. */
    private String input(String messageId, Call call) {
        if (messageFormat.isLenient() || call.input().startsWith("{")) {
            return call.input();
        }
        diagnostics.wrapped(messageId, call.id());
        return "{\"input\":" + call.input() + '}';
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
