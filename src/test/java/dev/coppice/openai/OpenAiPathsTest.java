package dev.coppice.openai;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.boot.OpenAiPaths;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server and the application send errors in OpenAI's format on the same paths. */
class OpenAiPathsTest {
    @ParameterizedTest
    @CsvSource({
        "/v1/conversations,true",
        "/v1/conversations/,true",
        "/v1/conversations/c/items/i,true",
        "/v1/responses,true",
        "/v1/responses/r/cancel,true",
        "/v1/chat/completions,true",
        "/v1/chat/completions/c,true",
        "/v1/models,true",
        "/v1/models/m,true",
        "/v1/conversationsX,false",
        "/v1/modelsX/m,false",
        "/v1/chat,false",
        "/v1/sessions,false",
        "/v2/conversations,false",
        "/,false"
    })
    void serverAndApplicationAgree(String path, boolean isOpenAi) {
        assertEquals(isOpenAi, ErrorShape.isOpenAiPath(path), "application");
        assertEquals(isOpenAi, OpenAiPaths.contains(path), "server");
    }
}
