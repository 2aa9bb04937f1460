package dev.coppice.mcp;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.session.SessionName;

/**
 * One call of a tool. {@link ToolRunner} checks the arguments before it executes the call.
 *
 * @param tool the called tool
 * @param client the client that calls it
 * @param arguments the arguments, without optional texts that are empty
 * @param json the arguments as the client wrote them, a JSON object; the array must not be modified
 */
record ToolCall(CatalogTool tool, Client client, Members arguments, byte[] json) {
    /**
     * Returns the session that the call is about: the one in the argument {@code session_id}, else the one in the URL,
     * else the one derived from the client's own conversation. Throws 422 {@code invalid} if there is no session, 422
     * {@code invalid-id} if the id is invalid.
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

    /** Returns the client's permissions and default values, which follow from its token and the URL. */
    Binding binding() {
        return client.binding();
    }

    /**
     * True if the call has no argument {@code session_id}, so that the URL or the client's own conversation determines
     * the session.
     */
    boolean isSessionBound() {
        return arguments.text("session_id") == null;
    }

    /** Returns the user in the argument {@code user_id}; if it is missing, the client's user; null if there is none. */
    String user() {
        var user = arguments.text("user_id");
        return user == null ? binding().user() : user;
    }

    /**
     * Returns the namespace in the argument {@code namespace}; null if the argument is {@code *}, which means all
     * namespaces. If the argument is missing, returns the client's namespace.
     */
    String namespaceOrAll() {
        var namespace = arguments.text("namespace");
        if ("*".equals(namespace)) {
            return null;
        }
        return namespace == null ? binding().namespace() : Ids.checkNamespace(namespace);
    }
}
