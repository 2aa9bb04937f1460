package dev.coppice.llm;

import dev.coppice.llm.ChatFailure.Reason;

/**
 * The HTTP response of a model endpoint.
 *
 * @param status HTTP status; 0 if there was no response
 * @param retryAfter value of the header {@code Retry-After}, or null
 * @param body body of a response with status 200. Empty for any other status: an error body is not read, because it may
 *     quote the API key or the conversation
 */
record EndpointResponse(int status, String retryAfter, byte[] body) {
    static final int OK = 200;

    /** The value that is used if no response was received. */
    static final EndpointResponse NONE = new EndpointResponse(0, null, new byte[0]);

    /**
     * True if the request probably caused no costs at the provider and may succeed if it is repeated. This holds for
     * the status 0 (no response), 429, 502, 503, 504 and 529.
     */
    boolean isRetryable() {
        return switch (status) {
                // Anthropic answers 529 where other providers answer 503.
            case 0, 429, 502, 503, 504, 529 -> true;
            default -> false;
        };
    }

    /** Returns the failure for this response. The response must have a status other than 200. */
    ChatFailure failure() {
        if (status == 0) {
            return new ChatFailure(Reason.UNREACHABLE, "The model endpoint is unreachable; retry later.");
        }
        var hint =
                switch (status) {
                    case 401, 403 -> "; check coppice.llm.api-key";
                    case 404 -> "; check coppice.llm.base-url and the name of the model";
                    case 400,
                            413,
                            422 -> "; check the name of the model, coppice.llm.max-tokens and coppice.llm.max-input-chars";
                    case 301, 302, 303, 307, 308 -> "; redirects are not followed, check coppice.llm.base-url";
                    default -> "";
                };
        return new ChatFailure(
                Reason.REJECTED, status, "The model endpoint answered with status " + status + hint + ".");
    }
}
