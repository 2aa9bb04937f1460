package dev.coppice.feed;

import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;

/**
 * The current status of a session. It is sent to the subscribers of the session's events, but not stored in the log.
 *
 * @param tokens number of tokens of the next model call: visible history and frozen prompt
 * @param threshold number of tokens above which the session is compacted automatically, or null
 */
record SessionStatus(boolean compacting, long tokens, Integer threshold) {
    private static final String NAME = "status";

    byte[] frame() {
        var data = JsonBody.object(out -> {
            out.writeStringField("status", compacting ? "compacting" : "idle");
            out.writeNumberField("tokens", tokens);
            NullableMembers.number(out, "threshold", threshold);
        });
        return SseFrame.withoutId(NAME, data);
    }
}
