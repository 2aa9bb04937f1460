package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Creates the messages that store items of OpenAI's Responses and Conversations APIs. {@link MessageItems} converts the
 * messages back to items. Pure.
 */
public final class ItemMessages {
    /**
     * Prefixes of the ids that OpenAI gives to items, by the type of the item. For other types, the prefix consists of
     * the first letters of the words in the type.
     */
    private static final Map<String, String> PREFIXES = Map.of(
            ResponseItem.MESSAGE,
            "msg_",
            "function_call",
            "fc_",
            "function_call_output",
            "fco_",
            "reasoning",
            "rs_",
            "web_search_call",
            "ws_",
            "file_search_call",
            "fs_",
            "compaction",
            "cmp_");

    private ItemMessages() {}

    /**
     * Result of reading an item from a request: either a message that stores a new item, or the id of an existing item.
     *
     * @param message message that stores the new item; null if the request refers to an existing item
     * @param reference id of the existing item; null for a new item
     */
    public record Entry(MessageBody message, String reference) {}

    /**
     * Reads an item of a request. An item of the type {@code item_reference} is a reference to an existing item. An
     * object with an id, but without type, role and content, is a reference too.
     *
     * <p>An item of type {@code message}, or with a role and without a type, is stored as a message. Its JSON stays as
     * it is, with three exceptions: a content that is a string becomes a list of parts, a missing type is added, and
     * {@link AddedTime#protect} may insert a space. Any other item is stored as the only part of a message. The role of
     * this message is {@code tool} for the output of a tool, otherwise {@code assistant}. An item of type
     * {@code message} is also stored in this way, but with its own role, if it cannot be stored as a message or would
     * be returned changed. An item without an id gets one.
     *
     * <p>A message of OpenAI's chat API with {@code tool_calls}, or of the AI SDK with {@code parts}, is stored as a
     * message too. {@link MessageItems} converts it to items.
     *
     * <p>Throws 422 {@code invalid-message} if the item has neither type nor role, has a type that is empty or not a
     * string, is a message that cannot be stored, or is a message without content. Throws 422 {@code invalid-id} for an
     * invalid id, and for a reference without an id.
     *
     * @param item a JSON object in valid UTF-8 without duplicate keys
     * @param pointer JSON pointer to the item in the request, for error messages
     * @param newId returns a unique id that begins with the given prefix, for example {@code msg_}
     */
    public static Entry read(byte[] item, String pointer, UnaryOperator<String> newId) {
        var parsed = ParsedMessage.of(item);
        var reference = reference(parsed.members(), pointer);
        return reference == null ? new Entry(message(item, parsed, pointer, newId), null) : new Entry(null, reference);
    }

    private static String reference(JsonMembers members, String pointer) {
        var type = members.text("type");
        if ("item_reference".equals(type)) {
            if (members.text("id") == null) {
                throw Problem.at(pointer + "/id", Code.INVALID_ID, "A reference to an item must have its `id`.");
            }
            return members.text("id");
        }
        return type == null && !members.has("role") && !members.has("content") ? members.text("id") : null;
    }

    private static MessageBody message(byte[] item, ParsedMessage parsed, String pointer, UnaryOperator<String> newId) {
        var members = parsed.members();
        var type = members.text("type");
        boolean isTyped = members.has("type") && !members.get("type").isNull();
        if (isTyped && (type == null || type.isEmpty()) || !isTyped && !members.has("role")) {
            throw Problem.at(
                    pointer + "/type",
                    Code.INVALID_MESSAGE,
                    "An item must have a type, or be a message with `role` and `content`.");
        }
        boolean isMessage = !isTyped || type.equals(ResponseItem.MESSAGE);
        var id = id(parsed, isMessage ? ResponseItem.MESSAGE : type, newId);
        if (isMessage) {
            return message(item, parsed, id, pointer);
        }
        var role = type.endsWith("_output") ? "\"tool\"" : "\"assistant\"";
        return MessageBody.ofSlice(around(item, members, role, id), pointer);
    }

    /**
     * Returns the id of an item as JSON, or a new id if the item has none. Does not check whether the item's own id is
     * valid.
     *
     * @param type type of the item, which determines the prefix of a new id
     */
    private static String id(ParsedMessage item, String type, UnaryOperator<String> newId) {
        var given = item.members().get("id");
        if (given != null && !given.isNull()) {
            return given.json();
        }
        var prefix = PREFIXES.get(type);
        return JsonText.quoted(newId.apply(prefix != null ? prefix : initials(type)));
    }

    /**
     * Returns the first letters of the words in a type's name, followed by an underscore. For example, the type
     * {@code my_new_type} gives {@code mnt_}. A type without Latin letters gives {@code item_}.
     */
    private static String initials(String type) {
        var letters = new StringBuilder();
        for (var word : type.split("[^A-Za-z]+")) {
            letters.append(word, 0, Math.min(1, word.length()));
        }
        return (letters.isEmpty() ? "item" : letters.toString()) + '_';
    }

    private static MessageBody message(byte[] item, ParsedMessage parsed, String id, String pointer) {
        var content = parsed.members().get("content");
        var complete = complete(item, parsed, id);
        if (content != null && (content.isString() || content.isArray()) && !isChat(parsed)) {
            var message = ParsedMessage.of(complete);
            boolean isPlain =
                    ResponseItem.isMessage(message) && MessageChecker.hasValidForms(message) && !hasNullTime(message);
            return MessageBody.ofSlice(isPlain ? AddedTime.protect(complete) : around(complete, message, id), pointer);
        }
        // A message of another API, such as a chat message with calls. Responses contain it as items.
        var body = MessageBody.ofSlice(complete, pointer);
        if (MessageItems.of(body.json()).items().isEmpty()) {
            throw Problem.at(
                    pointer + "/content",
                    Code.INVALID_MESSAGE,
                    "The `content` of a message must be a string or an array of parts.");
        }
        return body;
    }

    /** True if the item has a {@code createdAt} that is null. The server would replace the null by a time. */
    private static boolean hasNullTime(ParsedMessage item) {
        var time = item.members().get("createdAt");
        return time != null && time.isNull();
    }

    /** True for a message of OpenAI's chat API in which an assistant calls tools. */
    private static boolean isChat(ParsedMessage item) {
        return ResponseItem.hasCalls(item)
                && Role.of(item.role()) == Role.ASSISTANT
                && MessageChecker.hasValidForms(item);
    }

    /**
     * Adds the type and the id to an item of type {@code message} if they are missing. Replaces a {@code content} that
     * is a string by an array with one text part.
     */
    private static byte[] complete(byte[] item, ParsedMessage parsed, String id) {
        var splices = new ArrayList<Splice>();
        var members = parsed.members();
        if (!members.has("type")) {
            splices.add(Splice.insert(1, "\"type\":\"message\","));
        } else if (members.get("type").isNull()) {
            splices.add(Splice.replace(members.get("type"), "\"message\""));
        }
        ResponseItem.add(members, "id", id, item.length - 1, splices);
        ResponseItem.addParts(parsed, splices);
        return Splice.apply(item, splices);
    }

    /**
     * Returns a message that has an item of type {@code message} as its only part, and the same role as the item. If
     * the item has no role, the message has the role {@code null}, which the check of the message refuses.
     *
     * @param id id of the item and of the message, as JSON
     */
    private static byte[] around(byte[] item, ParsedMessage parsed, String id) {
        var role = parsed.members().get("role");
        return around(item, parsed.members(), role == null ? "null" : role.json(), id);
    }

    private static byte[] around(byte[] item, JsonMembers members, String role, String id) {
        var splices = new ArrayList<Splice>();
        ResponseItem.add(members, "id", id, item.length - 1, splices);
        var json = "{\"id\":" + id + ",\"role\":" + role + ",\"content\":["
                + new String(Splice.apply(item, splices), StandardCharsets.UTF_8) + "]}";
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
