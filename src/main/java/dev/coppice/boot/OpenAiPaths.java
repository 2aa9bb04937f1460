package dev.coppice.boot;

import java.util.List;

/**
 * The paths of OpenAI's API. Errors on these paths have OpenAI's format instead of {@code application/problem+json}.
 * Within the application, {@code dev.coppice.openai.ErrorShape} contains the same paths, because the application cannot
 * use classes of this package. Pure.
 */
public final class OpenAiPaths {
    private static final List<String> PARENTS =
            List.of("/v1/conversations", "/v1/responses", "/v1/chat/completions", "/v1/models");

    private OpenAiPaths() {}

    /**
     * True if the path of a request is one of the paths of OpenAI's API, such as {@code /v1/conversations}, or below
     * one of them.
     */
    public static boolean contains(String path) {
        return PARENTS.stream().anyMatch(parent -> path.equals(parent) || path.startsWith(parent + '/'));
    }
}
