package dev.coppice.load;

/**
 * A message from the file that has to be sent to the server.
 *
 * @param namespace namespace of the session, or null for the one given on the command line
 * @param userId the user of the session, or null
 * @param json the message in UTF-8, with an {@code id}
 * @param place its place in the file for error messages, for example {@code line 17}
 */
record LoadedMessage(String namespace, String sessionId, String userId, byte[] json, String place) {

    Session session() {
        return new Session(namespace, sessionId);
    }

    /**
     * The session to which a message is appended.
     *
     * @param namespace the session's namespace, or null for the one given on the command line
     */
    record Session(String namespace, String id) {}
}
