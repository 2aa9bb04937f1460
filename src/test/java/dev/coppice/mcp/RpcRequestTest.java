package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    void batchAfterMuchWhiteSpaceIsABatch() {
        var error = assertThrows(RpcError.class, () -> members("\n".repeat(100) + "[{}]"));
        assertTrue(error.getMessage().startsWith("Batches"), error.getMessage());
    }

    @Test
    void membersAreLimited() {
        var largest = IntStream.range(0, Members.MAX_MEMBERS)
                .mapToObj(i -> "'" + i + "':0")
                .collect(Collectors.joining(",", "{", "}"));
        assertEquals(Members.MAX_MEMBERS, members(largest).names().size());
        var larger = largest.replace("}", ",'x':0}");
        var error = assertThrows(RpcError.class, () -> members(larger));
        assertEquals(RpcError.INVALID_REQUEST, error.toMap().get("code"));
        var nested = members("{'jsonrpc':'2.0','method':'m','params':" + larger + "}");
        var problem = assertThrows(Problem.class, () -> RpcRequest.of(nested));
        assertEquals(RpcError.INVALID_PARAMS, RpcError.of(problem).toMap().get("code"));
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
            value = {
                "{;-32700",
                "'';-32700",
                "{'a':1}x;-32700",
                "[1,;-32700",
                "[] x;-32700",
                "7;-32600",
                "null;-32600",
                "'\"text\"';-32600",
                "  [];-32600",
                "\ufeff[];-32600",
                "{'id':1,'id':2};-32600",
                "{'params':{'a':1,'a':2}};-32600",
                "{'a':'\\ud800'};-32600"
            })
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
