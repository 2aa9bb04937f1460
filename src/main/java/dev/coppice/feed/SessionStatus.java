package dev.coppice.feed;

import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;

/**
 * The current status of a session. It is sent on the event streams of the session, but not stored in the event log.
 *
 * @param compacting true while a compaction of the session runs
 * @param tokens estimated number of tokens of the next model call: the visible history and the frozen prompt
 * @param contextTokens number of tokens that is compared with {@code threshold}: {@code tokens}, or the number that the
 *     client last reported if the session compares reported numbers; null if none was reported
 * @param threshold number of tokens above which the session is compacted automatically; null if it is not
 */
record SessionStatus(boolean compacting, long tokens, Long contextTokens, Integer threshold) {
    private static final String NAME = "status";

    /** Returns the frame of the status on a Server-Sent Events stream; it has no event id. */
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
