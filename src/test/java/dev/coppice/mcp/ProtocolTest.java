package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProtocolTest {
    private static final String META =
            "\"io.modelcontextprotocol/protocolVersion\":\"%s\",\"io.modelcontextprotocol/clientCapabilities\":{}";

    private static RpcRequest request(String method, String params) {
        var json = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s}}".formatted(method, params);
        return RpcRequest.of(RpcRequest.members(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static RpcRequest modern(String method, String params) {
        return request(method, params + "\"_meta\":{" + META.formatted(Protocol.MODERN) + "}");
    }

    private static int code(RpcRequest request, Map<String, String> headers) {
        var error = assertThrows(RpcError.class, () -> Protocol.isModern(request, headers::get));
        assertEquals(400, error.status());
        return (Integer) error.toMap().get("code");
    }

    private static Map<String, String> headers(String method, String name) {
        return Map.of(
                Protocol.VERSION_HEADER, Protocol.MODERN, Protocol.METHOD_HEADER, method, Protocol.NAME_HEADER, name);
    }

    @Test
    void metaDecidesTheVersion() {
        assertTrue(Protocol.isModern(modern("x", ""), headers("x", "")::get));
        assertFalse(Protocol.isModern(request("x", ""), Map.<String, String>of()::get));
        var old = request("x", "\"_meta\":{" + META.formatted("2025-06-18") + "}");
        assertFalse(Protocol.isModern(old, Map.of(Protocol.VERSION_HEADER, "2025-06-18")::get));
    }

    @Test
    void nameIsThatOfTheToolPromptOrResource() {
        for (var method : new String[] {"tools/call", "prompts/get"}) {
            assertTrue(Protocol.isModern(modern(method, "\"name\":\"a\","), headers(method, "a")::get));
            assertEquals(RpcError.HEADER_MISMATCH, code(modern(method, "\"name\":\"a\","), headers(method, "A")));
        }
        var read = modern("resources/read", "\"uri\":\"u:é\",\"name\":\"a\",");
        var encoded = "=?base64?" + Base64.getEncoder().encodeToString("u:é".getBytes(StandardCharsets.UTF_8)) + "?=";
        assertTrue(Protocol.isModern(read, headers("resources/read", encoded)::get));
        assertEquals(RpcError.HEADER_MISMATCH, code(read, headers("resources/read", "a")));
        assertTrue(Protocol.isModern(modern("tools/call", ""), headers("tools/call", "any")::get));
    }

    @Test
    void encodedNamesAreDecoded() {
        assertEquals("a b", Protocol.decoded("=?base64?YSBi?="));
        assertEquals("=?base64?%?=", Protocol.decoded("=?base64?%?="));
        assertEquals("=?BASE64?YSBi?=", Protocol.decoded("=?BASE64?YSBi?="));
        assertEquals("plain", Protocol.decoded("plain"));
        assertEquals("", Protocol.decoded("=?base64??="));
        assertEquals("=?base64?=", Protocol.decoded("=?base64?="));
    }

    @Test
    void headersAndMetaMustBeComplete() {
        assertEquals(RpcError.HEADER_MISMATCH, code(modern("x", ""), Map.of()));
        assertEquals(RpcError.HEADER_MISMATCH, code(modern("x", ""), Map.of(Protocol.VERSION_HEADER, Protocol.MODERN)));
        var withoutCapabilities =
                request("x", "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}");
        assertEquals(RpcError.INVALID_PARAMS, code(withoutCapabilities, headers("x", "")));
        assertEquals(RpcError.INVALID_PARAMS, code(request("x", ""), headers("x", "")));
    }

    @Test
    void unknownVersionsAreRefused() {
        assertEquals(
                RpcError.UNSUPPORTED_VERSION, code(request("x", ""), Map.of(Protocol.VERSION_HEADER, "2024-11-05")));
        var future = request("x", "\"_meta\":{" + META.formatted("2030-01-01") + "}");
        assertEquals(RpcError.UNSUPPORTED_VERSION, code(future, Map.of(Protocol.VERSION_HEADER, "2030-01-01")));
        assertEquals(RpcError.HEADER_MISMATCH, code(future, headers("x", "")));
    }

    @Test
    void olderVersionsAreNegotiated() {
        assertEquals("2025-03-26", Protocol.negotiated("2025-03-26"));
        assertEquals(Protocol.LEGACY, Protocol.negotiated("2024-11-05"));
        assertEquals(Protocol.LEGACY, Protocol.negotiated(Protocol.MODERN));
        assertEquals(Protocol.LEGACY, Protocol.negotiated(null));
    }
}
