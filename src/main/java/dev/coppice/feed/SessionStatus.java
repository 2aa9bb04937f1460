package dev.coppice.feed;

import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;

/**
 * The current status of a session. It is sent to the subscribers of the session's events, but not stored in the log.
 *
 * @param tokens estimated number of tokens of the next model call: visible history and frozen prompt
 * @param contextTokens the number of tokens that is compared with the threshold: {@code tokens}, or the last reported
 *     number; null while no number was reported
 * @param threshold number of tokens above which the session is compacted automatically, or null
 */
record SessionStatus(boolean compacting, long tokens, Long contextTokens, Integer threshold) {
    private static final String NAME = "status";

    byte[] frame() {
        var data = JsonBody.object(out -> {
            out.writeStringField("status", compacting ? "compacting" : "idle");
            out.writeNumberField("tokens", tokens);
            NullableMembers.number(out, "contextTokens", contextTokens);
            NullableMembers.number(out, "threshold", threshold);
        });
        return SseFrame.withoutId(NAME, data);
    }
}
