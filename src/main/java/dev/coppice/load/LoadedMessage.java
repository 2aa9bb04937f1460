package dev.coppice.load;

/**
 * One message on its way from the file to the server.
 *
 * @param namespace the session's, or null for the one the load was started with
 * @param userId whose the session is, or null
 * @param message the UTF-8 JSON to send, with an {@code id}
 * @param place where it stood, for error messages: {@code line 17}
 */
record LoadedMessage(String namespace, String sessionId, String userId, byte[] message, String place) {

    Session session() {
        return new Session(namespace, sessionId);
    }

    /** What decides into which batch a message goes. */
    record Session(String namespace, String id) {}
}
