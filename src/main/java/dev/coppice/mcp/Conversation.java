package dev.coppice.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A part of a conversation as a model reads it: messages at the end of one branch, or before a given message.
 *
 * @param sessionId id of the session
 * @param namespace namespace of the session; empty for the default namespace
 * @param leafId id of the last message of the branch that was read; null for a conversation without messages
 * @param pathLength number of messages from the root to the last message of the branch that was read
 * @param messages the messages, oldest first
 * @param before id of the first of these messages if there are older ones; the tool {@code read_conversation} returns
 *     the older ones if it gets this id as its argument {@code before}. Null if there are no older ones.
 */
record Conversation(
        String sessionId, String namespace, String leafId, int pathLength, List<MessageView> messages, String before) {
    /** Returns the messages, separated by blank lines. */
    String transcript() {
        return messages.stream().map(MessageView::shown).collect(Collectors.joining("\n\n"));
    }

    /**
     * Returns the conversation as a text for a model: a description of the session, the messages, and how to read more
     * of them.
     */
    String text() {
        var text = new StringBuilder("Conversation " + sessionId
                + (namespace.isEmpty() ? "" : " (namespace " + namespace + ")") + ", " + messages.size() + " of "
                + pathLength + " messages:");
        if (!messages.isEmpty()) {
            text.append("\n\n").append(transcript());
        }
        if (before != null) {
            text.append("\n\nOlder messages: before=").append(before);
        }
        return text.toString();
    }

    /** Returns the conversation as data for programs: the member {@code structuredContent} of a tool result. */
    Map<String, Object> toMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("session_id", sessionId);
        map.put("namespace", namespace);
        map.put("leaf_id", leafId);
        map.put("path_length", pathLength);
        map.put("messages", messages.stream().map(MessageView::toMap).toList());
        map.put("before", before);
        return map;
    }
}
