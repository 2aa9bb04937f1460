package dev.coppice.openai;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Utf8;

/**
 * Creates problems whose message, {@code param} and {@code code} are those of OpenAI's API. {@link ErrorShape} sends
 * these three unchanged. For a problem that another class has created, {@link ErrorShape} chooses {@code param} and
 * {@code code} itself.
 */
final class OpenAiProblem {
    /** Name of the problem's member whose value becomes the member {@code param} of OpenAI's error. */
    static final String PARAM = "param";

    static final String CODE = "code";

    private OpenAiProblem() {}

    /**
     * Returns a problem that the client gets with the status 400. The problem itself has the code 422 {@code invalid},
     * which {@link ErrorShape} changes to 400.
     *
     * @param param the wrong part of the request, such as {@code items[0]} or {@code metadata}; null if no single part
     *     is wrong
     * @param code OpenAI's name of the error; null if OpenAI has none
     */
    static Problem invalid(String param, String code, String message) {
        return of(Code.INVALID, param, code, message);
    }

    static Problem noItem(String id) {
        return of(Code.MESSAGE_NOT_FOUND, null, null, "Item with id '" + id + "' not found in conversation.");
    }

    static Problem noConversation(String id) {
        return of(Code.SESSION_NOT_FOUND, null, null, "Conversation with id '" + id + "' not found.");
    }

    static Problem wrongType(String param, String expected, String got) {
        return invalid(
                param,
                "invalid_type",
                "Invalid type for '" + param + "': expected " + expected + ", but got " + got + " instead.");
    }

    static Problem missing(String param) {
        return invalid(param, "missing_required_parameter", "Missing required parameter: '" + param + "'.");
    }

    private static Problem of(Code status, String param, String code, String message) {
        var shown = param == null ? null : Utf8.withoutLoneSurrogates(param);
        return new Problem(status, Utf8.withoutLoneSurrogates(message))
                .with(PARAM, shown)
                .with(CODE, code);
    }
}
