package dev.coppice.llm;

import dev.coppice.json.JsonInput;

/**
 * An answer as it came.
 *
 * @param text or empty
 * @param cutOff true when the model had more to say
 */
record ChatAnswer(String text, boolean cutOff) {
    /** The texts of an array of parts, one behind the other; what is no text is passed over. */
    static void texts(JsonInput in, StringBuilder text) {
        in.array(() -> part(in, text));
    }

    private static void part(JsonInput in, StringBuilder text) {
        if (!in.atObject()) {
            in.skip();
            return;
        }
        in.object(member -> {
            // Thinking stands under a name of its own.
            if (member.equals("text") && in.atString()) {
                text.append(in.string());
            } else {
                in.skip();
            }
        });
    }
}
