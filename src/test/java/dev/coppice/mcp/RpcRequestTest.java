package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RpcRequestTest {
    private static Members members(String json) {
        return RpcRequest.members(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void requestHasIdMethodAndParams() {
        var request = RpcRequest.of(
                members("{'jsonrpc':'2.0','id':'a','method':'m','params':{'name':'n','_meta':{'k':'v'}},'x':1}"));
        assertArrayEquals("\"a\"".getBytes(), request.id());
        assertEquals("m", request.method());
        assertEquals("n", request.params().text("name"));
        assertEquals("v", request.meta().text("k"));
    }

    @Test
    void notificationHasNoId() {
        var request = RpcRequest.of(members("{'jsonrpc':'2.0','method':'m'}"));
        assertTrue(request.isNotification());
        assertEquals(Members.NONE, request.meta());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"{;-32700", "'';-32700", "7;-32700", "  [];-32600", "{'a':'\\ud800'};-32600"})
    void otherBodiesAreRefused(String body, int code) {
        var error = assertThrows(RpcError.class, () -> members(body));
        assertEquals(code, error.toMap().get("code"));
        assertEquals(400, error.status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "null", "{}", "[1]", "true", "1e3"})
    void invalidIdIsNotReturned(String id) {
        assertNull(RpcRequest.id(members("{'id':" + id + "}")));
        var message = members("{'jsonrpc':'2.0','method':'m','id':" + id + "}");
        assertThrows(RpcError.class, () -> RpcRequest.of(message));
    }
}
