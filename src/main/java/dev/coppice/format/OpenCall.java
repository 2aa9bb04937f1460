package dev.coppice.format;

/**
 * A call that waits for its result, and what a result must know of it.
 *
 * @param member the array of its message in which it stands
 * @param createdAt of its message, as JSON, or null
 */
record OpenCall(String callId, String tool, ToolShape shape, String member, String messageId, String createdAt) {}
