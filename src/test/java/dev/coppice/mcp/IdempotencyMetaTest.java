package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyMetaTest {
    private static String key(String meta) {
        return IdempotencyMeta.key(Members.of(meta.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void ownMemberTakesPrecedence() {
        assertEquals("t", key("{'claudecode/toolUseId':'t'}"));
        assertEquals("k", key("{'claudecode/toolUseId':'t','dev.coppice/idempotencyKey':'k'}"));
        assertNull(key("{'dev.coppice/idempotencyKey':null}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "7", "{}", "'é'", "'a\\nb'"})
    void otherValuesAreRefused(String value) {
        assertThrows(RpcError.class, () -> key("{'dev.coppice/idempotencyKey':" + value + "}"));
    }
}
