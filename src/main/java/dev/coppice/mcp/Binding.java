package dev.coppice.mcp;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.session.SessionFilter;
import dev.coppice.session.SessionName;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Map;
import java.util.Set;

/**
 * The permissions and default values of an MCP client. They follow from its bearer token and from the query parameters
 * of the URL {@code /mcp}. Arguments of a tool call take precedence over the default values.
 *
 * @param tenant tenant of the token
 * @param canWrite false if the token has the scope {@code read} only
 * @param user user of the sessions that the client creates, searches and lists; if null, the created sessions have no
 *     user, and sessions of all users are searched and listed
 * @param namespace namespace of sessions; empty for the default namespace
 * @param agent name of the agent of new sessions; null for the built-in agent
 * @param session id of the session for calls without a session id; null if there is no default
 * @param groups the groups of tools that the client sees; empty for all groups
 */
record Binding(
        String tenant,
        boolean canWrite,
        String user,
        String namespace,
        String agent,
        String session,
        Set<String> groups) {
    /**
     * Reads the query parameters {@code user}, {@code namespace}, {@code agent}, {@code session} and {@code tools}.
     * Throws 422 {@code invalid-id} if an id or the namespace is invalid, 400 {@code malformed} if {@code tools}
     * contains an unknown word.
     *
     * @param tenant tenant of the token
     * @param canWrite false if the token has the scope {@code read} only
     * @param tokenName name of the token. It becomes the id of the user if the parameter {@code user} is missing and
     *     the name is a valid id.
     * @param query the query parameters
     */
    static Binding of(String tenant, boolean canWrite, String tokenName, MultivaluedMap<String, String> query) {
        var user = query.getFirst("user");
        return new Binding(
                tenant,
                canWrite,
                user == null ? validIdOrNull(tokenName) : idOrNull(user, "user"),
                Ids.checkNamespace(query.getFirst("namespace")),
                idOrNull(query.getFirst("agent"), "agent"),
                idOrNull(query.getFirst("session"), "session"),
                ToolGroups.of(query.getFirst("tools")));
    }

    private static String idOrNull(String id, String name) {
        return id == null || id.isEmpty() ? null : Ids.check(id, name);
    }

    private static String validIdOrNull(String name) {
        try {
            return idOrNull(name, "user");
        } catch (Problem e) {
            return null; // Names of tokens may be any text.
        }
    }

    /**
     * Returns a filter for the sessions of this binding's user and namespace; if the user is null, for the sessions of
     * all users in the namespace.
     */
    SessionFilter sessions() {
        return new SessionFilter(namespace, user, null, null, null, null, null, null, null, Map.of());
    }

    /**
     * Returns the name of a session. Throws 422 {@code invalid-id} if the id or the namespace is invalid.
     *
     * @param namespaceOrNull the namespace; null for the namespace of this binding
     * @param id id of the session
     */
    SessionName name(String namespaceOrNull, String id) {
        return SessionName.of(tenant, namespaceOrNull == null ? namespace : namespaceOrNull, id);
    }
}
