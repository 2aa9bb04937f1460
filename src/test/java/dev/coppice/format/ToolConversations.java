package dev.coppice.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Creates random conversations with tool calls in all formats. Call ids are reused. In JSON literals, single quotes
 * stand for double quotes.
 */
public final class ToolConversations {
    private final Random random;
    private final List<String> messages = new ArrayList<>();
    private int number;

    private ToolConversations(long seed) {
        this.random = new Random(seed);
    }

    /** Returns a conversation in which every call is followed by its result, as its format requires. */
    public static List<byte[]> whole(long seed) {
        var conversation = new ToolConversations(seed);
        conversation.turns(conversation.random.nextInt(12));
        return bytes(conversation.messages);
    }

    /** Returns such a conversation with some messages missing, repeated or moved, and some UI parts without output. */
    public static List<byte[]> broken(long seed) {
        var conversation = new ToolConversations(seed);
        conversation.turns(conversation.random.nextInt(12));
        var messages = conversation.messages;
        for (int i = conversation.random.nextInt(6); i > 0 && !messages.isEmpty(); i--) {
            var message = messages.remove(conversation.random.nextInt(messages.size()));
            for (int copies = conversation.random.nextInt(3); copies > 0; copies--) {
                messages.add(conversation.random.nextInt(messages.size() + 1), message);
            }
        }
        messages.replaceAll(message ->
                conversation.random.nextInt(3) == 0 ? message.replace("output-available", "input-available") : message);
        return bytes(messages);
    }

    /** Returns a message with a hundred thousand calls without results, and as many results without calls. */
    static byte[] many() {
        var parts = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            parts.append("{'type':'tool_use','id':'c%d'},{'type':'tool_result','tool_use_id':'d%<d'},".formatted(i));
        }
        return bytes("{'id':'m','role':'user','content':[" + parts + "null]}");
    }

    static byte[] bytes(String message) {
        return message.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static List<byte[]> bytes(List<String> messages) {
        return messages.stream().map(ToolConversations::bytes).toList();
    }

    static String text(byte[] message) {
        return new String(message, StandardCharsets.UTF_8).replace('"', '\'');
    }

    private void turns(int count) {
        for (int i = 0; i < count; i++) {
            if (random.nextInt(3) > 0) {
                add("'role':'user','content':'tell me of tools'");
            }
            int calls = random.nextInt(4);
            if (calls > 0) {
                turn(ids(calls));
            }
            if (random.nextInt(3) > 0) {
                add("'role':'assistant','parts':[{'type':'text','text':'said'} ]");
            }
        }
    }

    /** Returns call ids. Some models restart them at zero in every turn. */
    private List<String> ids(int calls) {
        boolean again = random.nextBoolean();
        var ids = new ArrayList<String>();
        for (int i = 0; i < calls; i++) {
            ids.add(again ? "call_" + i : "c" + number + "_" + i);
        }
        return ids;
    }

    private void turn(List<String> ids) {
        switch (random.nextInt(7)) {
            case 0 -> parts("'role':'assistant','parts'", ids, ui());
            case 1 -> {
                parts(
                        "'role':'assistant','content'",
                        ids,
                        "{'type':'tool-call','toolCallId':'@','toolName':'t','input':{}}");
                results(
                        "tool",
                        ids,
                        "{'type':'tool-result','toolCallId':'@','toolName':'t','output':{'type':'text','value':'v'}}");
            }
            case 2 -> {
                parts(
                        "'role':'assistant','content':null,'tool_calls'",
                        ids,
                        "{'id':'@','type':'function','function':{'name':'t','arguments':'{}'}}");
                ids.forEach(id -> add("'role':'tool','tool_call_id':'" + id + "','content':'v'"));
            }
            case 3 -> {
                boolean isCustom = random.nextBoolean();
                var type = isCustom ? "custom_tool_call" : "function_call";
                var input = isCustom ? "input" : "arguments";
                var call = "{'type':'" + type + "','call_id':'@','name':'t','" + input + "':'{}'}";
                calls("'role':'assistant','content'", ids, call);
                results("tool", ids, "{'type':'" + type + "_output','call_id':'@','output':'v'}");
            }
            case 4 -> {
                calls("'role':'assistant','content'", ids, "{'type':'tool_use','id':'@','name':'t','input':{}}");
                results("user", ids, "{'type':'tool_result','tool_use_id':'@','content':'v'}");
            }
            case 5 -> {
                calls(
                        "'role':'assistant','name':'a','content'",
                        ids,
                        "{'type':'tool_use','id':'@','name':'t','input':{}}");
                results("system','name':'system", ids, "{'type':'tool_result','id':'@','name':'t','output':'v'}");
            }
            default -> parts(
                    "'role':'assistant','content'",
                    ids,
                    "{'type':'tool_use','id':'@','name':'t','input':{}},{'type':'tool_result','tool_use_id':'@','content':'v'}");
        }
    }

    private String ui() {
        return random.nextBoolean()
                ? "{'type':'tool-t','toolCallId':'@','state':'output-available','input':{},'output':[1.0]}"
                : "{'state' : 'output-available','type':'dynamic-tool','toolName':'t','toolCallId':'@','input':{},'output':{}}";
    }

    private void parts(String head, List<String> ids, String form) {
        add(head + ":[{'type':'text','text':'é😀'}, "
                + String.join(
                        " ,", ids.stream().map(id -> form.replace("@", id)).toList()) + "]");
    }

    /** Adds calls, either in one message or each in its own message. */
    private void calls(String head, List<String> ids, String form) {
        if (random.nextBoolean()) {
            parts(head, ids, form);
        } else {
            ids.forEach(id -> parts(head, List.of(id), form));
        }
    }

    /** Adds results, in one message or in several. */
    private void results(String role, List<String> ids, String form) {
        int at = 0;
        while (at < ids.size()) {
            int to = at + 1 + random.nextInt(ids.size() - at);
            var parts = ids.subList(at, to).stream()
                    .map(id -> form.replace("@", id))
                    .toList();
            add("'role':'" + role + "','content':[ " + String.join(", ", parts) + "]");
            at = to;
        }
    }

    private void add(String members) {
        messages.add("{'id':'m" + number++ + "'," + members + ",'createdAt':'2026-11-21T10:00:00.000Z'}");
    }
}
