package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptArgumentsTest {
    private static Members params(String json) {
        return Members.of(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void textsAreArguments() {
        assertEquals(Members.NONE, PromptTexts.arguments(params("{'arguments':null}")));
        var arguments = PromptTexts.arguments(params("{'arguments':{'topic':'x','session_id':null,'timeframe':''}}"));
        assertEquals(Set.of("topic"), arguments.names());
    }

    @ParameterizedTest
    @ValueSource(strings = {"'x'", "[]", "7", "{'topic':7}", "{'topic':['x']}", "{'timeframe':true}"})
    void otherTypesAreInvalid(String arguments) {
        var params = params("{'arguments':" + arguments + "}");
        var error = assertThrows(RpcError.class, () -> PromptTexts.arguments(params));
        assertEquals(RpcError.INVALID_PARAMS, error.toMap().get("code"));
    }
}
