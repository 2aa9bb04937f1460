package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientHandleTest {
    private static Optional<String> of(String meta, String header) {
        return ClientHandle.sessionId(Members.of(meta.replace('\'', '"').getBytes(StandardCharsets.UTF_8)), header);
    }

    @ParameterizedTest
    @CsvSource({
        "vscode.conversationId,vscode",
        "openai/session,openai",
        "ai.opencode/sessionID,opencode",
        "antigravity.google/conversation_id,antigravity",
        "threadId,codex"
    })
    void eachClientHasItsPrefix(String member, String prefix) {
        assertEquals(Optional.of(prefix + ":4711"), of("{'%s':'4711'}".formatted(member), null));
    }

    @Test
    void headerOfOpenAiIsTheLastResort() {
        assertEquals(Optional.of("openai:h"), of("{}", "h"));
        assertEquals(Optional.of("codex:t"), of("{'threadId':'t'}", "h"));
    }

    @Test
    void otherValuesAreIgnored() {
        assertEquals(Optional.empty(), of("{'threadId':7,'openai/session':{},'vscode.conversationId':' '}", null));
        assertEquals(Optional.empty(), of("{'claudecode/toolUseId':'toolu_1'}", " "));
        assertEquals(Optional.empty(), of("{'threadId':'a/b'}", null));
        assertEquals(Optional.empty(), of("{}", "x".repeat(255)));
    }
}
