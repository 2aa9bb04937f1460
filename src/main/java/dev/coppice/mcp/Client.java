package dev.coppice.mcp;

/**
 * The client of a request.
 *
 * @param binding what token and URL bind it to
 * @param handle session id made of the client's own conversation id, or null
 * @param baseUrl URL of the server for links, without a slash at its end
 */
record Client(Binding binding, String handle, String baseUrl) {}
