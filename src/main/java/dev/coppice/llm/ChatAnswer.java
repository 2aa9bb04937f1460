package dev.coppice.llm;

import dev.coppice.json.JsonInput;

/**
 * The answer of a model as received.
 *
 * @param text may be empty
 * @param truncated true when the answer reached the token limit
 */
record ChatAnswer(String text, boolean truncated) {
    /** Reads an array of parts and appends their texts; skips other parts. */
    static void readTexts(JsonInput in, StringBuilder text) {
        in.array(() -> readPart(in, text));
    }

    private static void readPart(JsonInput in, StringBuilder text) {
        if (!in.atObject()) {
            in.skip();
            return;
        }
        in.object(member -> {
            // Reasoning has a member of another name and is skipped.
            if (member.equals("text") && in.atString()) {
                text.append(in.string());
            } else {
                in.skip();
            }
        });
    }
}
