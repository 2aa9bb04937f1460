package dev.coppice.mcp;

/**
 * The client that has sent a request.
 *
 * @param binding what the client may access and uses by default
 * @param handle session id derived from the id of the client's own conversation, or null
 * @param baseUrl URL of the server for links, without a slash at its end
 */
record Client(Binding binding, String handle, String baseUrl) {
    /**
     * Returns the id of the session that a request is about: the id that the request names, else the id in the URL,
     * else the id derived from the client's conversation; null if there is none.
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
