package dev.coppice.mcp;

/**
 * The client that has sent a request.
 *
 * @param binding what the client may access and uses by default
 * @param handle session id that is made of the id of the client's own conversation, or null
 * @param baseUrl URL of the server for links, without a slash at its end
 */
record Client(Binding binding, String handle, String baseUrl) {}
