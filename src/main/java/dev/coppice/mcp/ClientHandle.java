package dev.coppice.mcp;

import dev.coppice.Ids;
import dev.coppice.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the id that an AI client has given to its conversation and sends with each call. If neither the call nor the
 * URL names a session, a session id is derived from this conversation id. The conversation id does not authenticate the
 * client. Pure.
 */
final class ClientHandle {
    /** Header in which OpenAI's clients send the id of their conversation. */
    static final String OPENAI_HEADER = "x-openai-session";

    private static final String OPENAI = "openai";

    /**
     * Names of clients. The key of each name is the member of {@code _meta} in which this client sends the id of its
     * conversation. A session id begins with the name, for example {@code vscode} in {@code vscode:4711}. The members
     * are looked up in this order.
     */
    private static final Map<String, String> PREFIXES = new LinkedHashMap<>();

    static {
        PREFIXES.put("vscode.conversationId", "vscode");
        PREFIXES.put("openai/session", OPENAI);
        PREFIXES.put("ai.opencode/sessionID", "opencode");
        PREFIXES.put("antigravity.google/conversation_id", "antigravity");
        PREFIXES.put("threadId", "codex");
    }

    private ClientHandle() {}

    /**
     * Returns a session id made of the client's name and the id of its conversation, for example {@code vscode:4711}.
     * Empty if the client sends no such id, or one that cannot be part of a session id.
     *
     * @param meta the member {@code _meta} of the request
     * @param header value of the header {@link #OPENAI_HEADER}, or null
     */
    static Optional<String> sessionId(Members meta, String header) {
        for (var entry : PREFIXES.entrySet()) {
            var id = meta.text(entry.getKey());
            if (id != null && !id.isBlank()) {
                return valid(entry.getValue() + ':' + id);
            }
        }
        return header == null || header.isBlank() ? Optional.empty() : valid(OPENAI + ':' + header);
    }

    private static Optional<String> valid(String id) {
        try {
            return Optional.of(Ids.check(id, "_meta"));
        } catch (Problem e) {
            return Optional.empty(); // Clients choose their ids freely.
        }
    }
}
