package dev.coppice.format;

/**
 * A call of a tool that waits for a result, or a result.
 *
 * @param callId null for a call in the AI SDK's UI that has none
 * @param member the array in which it stands, null for a message that is a result as a whole
 * @param part where it stands, null for such a message
 */
record ToolMark(boolean isResult, ToolShape shape, String callId, String member, PartOutline part) {
    /** The name of the tool, as far as it is said here. */
    String tool() {
        var name = part.words().get("toolName");
        return name != null ? name : part.words().getOrDefault("name", "");
    }
}
