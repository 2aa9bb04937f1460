package dev.coppice.format;

/**
 * A tool call without a result, with the values that are needed to create a result.
 *
 * @param callId id of the call
 * @param tool name of the tool; empty if the call does not name it
 * @param format format of the call and its result
 * @param type type of the part with the call, for example {@code function_call}; empty if it has none
 * @param member name of the message member that contains the call, for example {@code content}
 * @param messageId id of the message with the call
 * @param createdAt time of that message as JSON; null if it has none
 */
record OpenCall(
        String callId,
        String tool,
        MessageFormat format,
        String type,
        String member,
        String messageId,
        JsonSlice createdAt) {}
