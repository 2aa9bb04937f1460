package dev.coppice.load;

/**
 * A message from the file that has to be sent to the server.
 *
 * @param namespace namespace of the session, or null for the one given on the command line
 * @param userId the user of the session, or null
 * @param id the message's id
 * @param parentId id of its parent; null to continue after the session's last message
 * @param root true if the message starts a new root
 * @param json the message in UTF-8, with its id
 * @param place its place in the file for error messages, for example {@code line 17}
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

    /** True if the message can be sent in one request after the other one, whose child it becomes. */
    boolean canFollow(LoadedMessage other) {
        return !root && (parentId == null || parentId.equals(other.id));
    }

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
