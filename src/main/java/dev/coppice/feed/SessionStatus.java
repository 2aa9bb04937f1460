package dev.coppice.feed;

import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;

/**
 * The current status of a session. It is sent on the session's event streams as an event {@code status}, which is not
 * stored in the event log.
 *
 * @param compacting true if a compaction of the session is running
 * @param tokens estimated number of tokens of the next model call: those of the history, with compactions applied, and
 *     of the frozen prompt
 * @param contextTokens number of tokens that is compared with {@code threshold}. The session's setting
 *     {@code compactBy} selects it: either {@code tokens}, or the number of input tokens that the client last reported.
 *     Null if the client's number is selected and the client has reported none.
 * @param threshold number of tokens above which the session is compacted automatically; null if there is no automatic
 *     compaction
 */
record SessionStatus(boolean compacting, long tokens, Long contextTokens, Integer threshold) {
    private static final String NAME = "status";

    /**
     * Returns the status as a frame of a Server-Sent Events stream. The frame has no event id, so it does not change
     * where a client resumes.
     */
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
