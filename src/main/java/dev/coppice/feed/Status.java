package dev.coppice.feed;

import dev.coppice.json.JsonBody;
import dev.coppice.json.Nullable;

/**
 * How a session is; told to those who read its events, and not kept.
 *
 * @param tokens what the model would be given next: the visible history and the frozen prompt
 * @param threshold tokens beyond which it is compacted by itself, or null
 */
record Status(boolean compacting, long tokens, Integer threshold) {
    private static final String NAME = "status";

    byte[] frame() {
        var data = JsonBody.object(out -> {
            out.writeStringField("status", compacting ? "compacting" : "idle");
            out.writeNumberField("tokens", tokens);
            Nullable.number(out, "threshold", threshold);
        });
        return SseFrame.passing(NAME, data);
    }
}
