package dev.coppice.llm;

import dev.coppice.llm.ChatFailure.Reason;

/**
 * What came back from an endpoint.
 *
 * @param status or 0 when there was no answer at all
 * @param retryAfter the header of that name, or null
 * @param body of a status 200; others may quote the key or the conversation, and are not read
 */
record Reply(int status, String retryAfter, byte[] body) {
    static final int OK = 200;

    static final Reply NONE = new Reply(0, null, new byte[0]);

    /** True where the next request may fare better, and this one has not cost anything. */
    boolean isWorthAnotherTry() {
        return switch (status) {
                // 529 is Anthropic's 503.
            case 0, 429, 502, 503, 504, 529 -> true;
            default -> false;
        };
    }

    ChatFailure failure() {
        if (status == 0) {
            return new ChatFailure(Reason.UNREACHABLE, "The model endpoint cannot be reached at the moment.");
        }
        var hint =
                switch (status) {
                    case 401, 403 -> "; look at coppice.llm.api-key";
                    case 404 -> "; look at coppice.llm.base-url and the name of the model";
                    case 400,
                            413,
                            422 -> "; look at the name of the model, coppice.llm.max-tokens and coppice.llm.max-input-chars";
                    case 301, 302, 303, 307, 308 -> ", a redirect, which is not followed";
                    default -> "";
                };
        return new ChatFailure(
                Reason.REJECTED, status, "The model endpoint answered with status " + status + hint + ".");
    }
}
