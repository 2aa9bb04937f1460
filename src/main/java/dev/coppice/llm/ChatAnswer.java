package dev.coppice.llm;

import dev.coppice.json.JsonInput;

/**
 * The answer of a model.
 *
 * @param text text of the answer; may be empty
 * @param truncated true if the answer is incomplete because it reached the limit of tokens
 * @param usage tokens of the call, as the endpoint counts them
 */
record ChatAnswer(String text, boolean truncated, ChatUsage usage) {
    /**
     * Reads an array of content parts. Appends the member {@code text} of each part to {@code text}, if it is a string.
     * Throws 400 {@code malformed} if the reader is not at an array.
     */
    static void readTexts(JsonInput in, StringBuilder text) {
        in.array(() -> readPart(in, text));
    }

    private static void readPart(JsonInput in, StringBuilder text) {
        if (!in.atObject()) {
            in.skip();
            return;
        }
        in.object(member -> {
            // The text of a reasoning part is in a member with another name, so it is skipped.
            if (member.equals("text") && in.atString()) {
                text.append(in.string());
            } else {
                in.skip();
            }
        });
    }
}
