package dev.coppice.format;

/**
 * A tool call that waits for its result, with what the result takes over from it.
 *
 * @param format of the call and of its result
 * @param member of its message that holds the call
 * @param messageId of its message
 * @param createdAt of its message, as JSON; null when it has none
 */
record OpenCall(
        String callId, String tool, MessageFormat format, String member, String messageId, JsonSlice createdAt) {}
