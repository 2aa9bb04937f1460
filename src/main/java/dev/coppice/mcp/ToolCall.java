package dev.coppice.mcp;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.session.SessionName;

/**
 * One call of a tool. Its arguments have been checked.
 *
 * @param tool the called tool
 * @param client the client that calls it
 * @param arguments the arguments, without optional texts that are empty
 * @param json the arguments as the client wrote them, a JSON object; the array must not be modified
 */
record ToolCall(CatalogTool tool, Client client, Members arguments, byte[] json) {
    /**
     * Returns the session that the call is about. The argument {@code session_id} names it; if it is missing, the URL
     * does; if that names none, the client's own conversation does. Throws 422 {@code invalid} if there is no session,
     * 422 {@code invalid-id} if the id is invalid.
     */
    SessionName session() {
        var id = client.sessionId(arguments.text("session_id"));
        if (id == null) {
            throw new Problem(
                    Code.INVALID,
                    "Which conversation? Pass session_id; recent_conversations lists the ids, and append_messages accepts"
                            + " a new one.");
        }
        return binding().name(arguments.text("namespace"), id);
    }

    /** Returns what token and URL bind the client to. */
    Binding binding() {
        return client.binding();
    }

    /** True if the model did not name the session, but the URL or the client's own conversation did. */
    boolean isSessionBound() {
        return arguments.text("session_id") == null;
    }

    /** Returns the user in the argument {@code user_id}; if it is missing, the client's user; null if there is none. */
    String user() {
        var user = arguments.text("user_id");
        return user == null ? binding().user() : user;
    }

    /** Returns the namespace in the arguments; if it is missing, the client's namespace; null for all namespaces. */
    String namespaceOrAll() {
        var namespace = arguments.text("namespace");
        if ("*".equals(namespace)) {
            return null;
        }
        return namespace == null ? binding().namespace() : Ids.checkNamespace(namespace);
    }
}
