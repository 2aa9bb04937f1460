package dev.coppice.llm;

import dev.coppice.json.JsonInput;

/**
 * Tokens of a model call, as the endpoint counts them.
 *
 * @param input tokens of the request; 0 if the endpoint does not say
 * @param output tokens of the answer; 0 if the endpoint does not say
 */
record ChatUsage(long input, long output) {
    static final ChatUsage NONE = new ChatUsage(0, 0);

    /**
     * Maximum number of digits in a number of tokens. A longer number counts as 0, because no call has so many tokens.
     */
    private static final int MAX_DIGITS = 12;

    /**
     * Reads the object with the numbers of tokens from an answer of the model. Counts a number that is missing or
     * invalid as 0, because the answer is valid without it.
     *
     * @param in reader at the object
     * @param input name of the member with the tokens of the request
     * @param output name of the member with the tokens of the answer
     */
    static ChatUsage read(JsonInput in, String input, String output) {
        if (!in.atObject()) {
            in.skip();
            return NONE;
        }
        var tokens = new long[2];
        in.object(member -> {
            if (in.atInteger() && (member.equals(input) || member.equals(output))) {
                tokens[member.equals(input) ? 0 : 1] = tokens(in.number());
            } else {
                in.skip();
            }
        });
        return new ChatUsage(tokens[0], tokens[1]);
    }

    private static long tokens(String number) {
        return number.matches("\\d{1," + MAX_DIGITS + "}") ? Long.parseLong(number) : 0;
    }
}
