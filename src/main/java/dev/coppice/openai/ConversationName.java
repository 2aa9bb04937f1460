package dev.coppice.openai;

import dev.coppice.access.Request;
import dev.coppice.session.SessionName;

/**
 * Finds the name of the session that a request to OpenAI's API is about. The namespace is the value of the header
 * {@code OpenAI-Project}; without this header the namespace is the empty one.
 */
final class ConversationName {
    private static final String PROJECT = "OpenAI-Project";
    private static final String PREFIX = "conv_";
    private static final String STRICT_PREFIX = "conv";

    private ConversationName() {}

    /** Returns the namespace in the header {@code OpenAI-Project}; null if the request has no such header. */
    static String namespace(Request request) {
        return request.header(PROJECT);
    }

    /** Returns a name for a new conversation, with a unique id such as {@code conv_6f0c…}. */
    static SessionName create(Request request) {
        return SessionName.of(request.tenant(), namespace(request), NewItems.newId(PREFIX));
    }

    /**
     * Returns the name of the conversation with this id. Throws an error 400 if the id or the namespace is invalid.
     *
     * @param strict true to accept only ids that begin with {@code conv}, as OpenAI does
     */
    static SessionName of(Request request, String id, boolean strict) {
        if (strict && !id.startsWith(STRICT_PREFIX)) {
            throw OpenAiProblem.invalid(
                    "conversation",
                    "invalid_value",
                    "Invalid 'conversation': '" + id + "'. Expected an ID that begins with '" + STRICT_PREFIX + "'.");
        }
        return SessionName.of(request.tenant(), namespace(request), id);
    }
}
