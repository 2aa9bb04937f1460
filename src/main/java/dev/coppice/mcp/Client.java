package dev.coppice.mcp;

/**
 * The client that has sent a request.
 *
 * @param binding what the client may access and uses by default
 * @param handle session id derived from the id of the client's own conversation; null if the client sends no such id
 * @param baseUrl URL of the server for links, without a slash at its end
 */
record Client(Binding binding, String handle, String baseUrl) {
    /**
     * Returns the id of the session that a request is about. This is the id that the request names; if there is none,
     * the id in the URL; if there is none either, the id derived from the client's conversation. Null if there is no id
     * at all.
     *
     * @param named the id that the request names, or null
     */
    String sessionId(String named) {
        if (named != null) {
            return named;
        }
        return binding.session() == null ? handle : binding.session();
    }
}
