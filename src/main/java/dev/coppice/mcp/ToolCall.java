package dev.coppice.mcp;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.session.SessionName;

/**
 * One call of a tool. {@link ToolRunner} checks the arguments before it executes the call.
 *
 * @param tool the called tool
 * @param client the client that calls the tool
 * @param arguments the arguments without empty optional texts, because many models pass an empty text for an argument
 *     that they leave out. An empty {@code namespace} is kept, as the name of the default namespace.
 * @param json all arguments as the client wrote them, a JSON object; the array must not be modified
 */
record ToolCall(CatalogTool tool, Client client, Members arguments, byte[] json) {
    /**
     * Returns the name of the session that the call is about. Its id is the argument {@code session_id}; if this is
     * missing, the id in the URL; if the URL names no session either, an id that is derived from the id of the client's
     * own conversation. Throws 422 {@code invalid} if none of the three exists, 422 {@code invalid-id} if the id is
     * invalid. Does not check whether the session exists.
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
     * namespaces. If the argument is missing, returns the client's namespace. Throws 422 {@code invalid-id} if the
     * argument is not a valid namespace.
     */
    String namespaceOrAll() {
        var namespace = arguments.text("namespace");
        if ("*".equals(namespace)) {
            return null;
        }
        return namespace == null ? binding().namespace() : Ids.checkNamespace(namespace);
    }
}
