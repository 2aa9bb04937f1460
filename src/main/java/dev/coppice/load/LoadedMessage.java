package dev.coppice.load;

/**
 * A message from the loaded file, as it is to be sent to the server.
 *
 * @param namespace namespace of the session; null for the namespace given on the command line
 * @param sessionId id of the session
 * @param userId user of the session, for the case that the session has to be created; null for no user
 * @param id id of the message
 * @param parentId id of the parent; null if the message is a root or follows the last message of its session
 * @param root true if the message has no parent
 * @param json the message as JSON in UTF-8, with its id
 * @param place number of the message's line in the file, for error messages, for example {@code line 17}
 */
record LoadedMessage(
        String namespace,
        String sessionId,
        String userId,
        String id,
        String parentId,
        boolean root,
        byte[] json,
        String place) {

    /**
     * True if this message may come directly after {@code other} in one append, in which each message is the child of
     * the message before it. False if this message is a root, or if it names another parent than {@code other}.
     */
    boolean canFollow(LoadedMessage other) {
        return !root && (parentId == null || parentId.equals(other.id));
    }

    Session session() {
        return new Session(namespace, sessionId);
    }

    /**
     * Session of a message in the loaded file.
     *
     * @param namespace namespace of the session; null for the namespace given on the command line
     * @param id id of the session
     */
    record Session(String namespace, String id) {}
}
