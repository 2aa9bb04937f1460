package dev.coppice.llm;

import dev.coppice.json.JsonInput;

/**
 * The answer of a model.
 *
 * @param text text of the answer; may be empty
 * @param truncated true when the answer reached the limit of tokens and ends there
 */
record ChatAnswer(String text, boolean truncated) {
    /**
     * Reads an array of content parts and appends the member {@code text} of each part, if it is a string, to
     * {@code text}. Throws 400 {@code malformed} if the current value is no array.
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
