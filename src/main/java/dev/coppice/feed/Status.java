package dev.coppice.feed;

import dev.coppice.json.JsonBody;

/**
 * How a session is; told to those who read its events, and not kept.
 *
 * @param tokens what the model would be given next: the visible history and the frozen prompt
 * @param threshold tokens beyond which it is compacted by itself, or null
 */
record Status(boolean compacting, long tokens, Integer threshold) {
    private static final String NAME = "status";

    byte[] frame() {
        JsonBody body = out -> {
            out.writeStartObject();
            out.writeStringField("status", compacting ? "compacting" : "idle");
            out.writeNumberField("tokens", tokens);
            if (threshold == null) {
                out.writeNullField("threshold");
            } else {
                out.writeNumberField("threshold", threshold);
            }
            out.writeEndObject();
        };
        return Frame.passing(NAME, body.toBytes());
    }
}
