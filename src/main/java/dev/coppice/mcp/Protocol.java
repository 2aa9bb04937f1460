package dev.coppice.mcp;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Defines the supported versions of the Model Context Protocol, and checks requests before they are executed. In the
 * modern version, each request names the version in {@code _meta}. Clients of older versions begin with the request
 * {@code initialize}, and then name their version in a header. Pure.
 */
final class Protocol {
    static final String MODERN = "2026-07-28";

    /**
     * The newest of the older versions, whose clients begin with the request {@code initialize}. A client that requests
     * an unknown version gets this one.
     */
    static final String LEGACY = "2025-11-25";

    /** All versions of the Model Context Protocol that the server supports, the newest first. */
    static final List<String> VERSIONS = List.of(MODERN, LEGACY, "2025-06-18", "2025-03-26");

    static final String VERSION_HEADER = "MCP-Protocol-Version";
    static final String METHOD_HEADER = "Mcp-Method";
    static final String NAME_HEADER = "Mcp-Name";

    private static final String META = "io.modelcontextprotocol/";
    private static final String VERSION = META + "protocolVersion";
    private static final String CAPABILITIES = META + "clientCapabilities";

    /** Name of the member of {@code _meta} in which the server sends its name and version. */
    static final String SERVER_INFO = META + "serverInfo";

    private static final String BASE64_BEGIN = "=?base64?";
    private static final String BASE64_END = "?=";

    private Protocol() {}

    /**
     * Checks version and headers of a request, and returns true if the request uses the modern version. Throws an
     * {@link RpcError} with status 400 if the version is unknown, a header is missing or differs from the body, or
     * {@code _meta} is incomplete.
     *
     * @param request the request
     * @param headers returns the value of a header by its name, or null
     */
    static boolean isModern(RpcRequest request, UnaryOperator<String> headers) {
        var header = headers.apply(VERSION_HEADER);
        var version = request.meta().text(VERSION);
        if (version == null) {
            checkLegacy(header, request);
            return false;
        }
        checkEqual(VERSION_HEADER, header, version);
        checkKnown(version);
        if (!version.equals(MODERN)) {
            return false;
        }
        if (!request.isNotification()) {
            checkEqual(METHOD_HEADER, headers.apply(METHOD_HEADER), request.method());
            checkName(request, headers.apply(NAME_HEADER));
            if (!request.meta().hasObject(CAPABILITIES)) {
                throw missing(CAPABILITIES);
            }
        }
        return true;
    }

    private static void checkLegacy(String header, RpcRequest request) {
        if (MODERN.equals(header) && !request.isNotification()) {
            throw missing(VERSION);
        }
        if (header != null) {
            checkKnown(header);
        }
    }

    private static void checkKnown(String version) {
        if (!VERSIONS.contains(version)) {
            throw RpcError.badRequest(RpcError.UNSUPPORTED_VERSION, "Unsupported protocol version")
                    .data(Map.of("supported", VERSIONS, "requested", version));
        }
    }

    private static void checkName(RpcRequest request, String header) {
        var name =
                switch (request.method()) {
                    case "tools/call", "prompts/get" -> request.params().text("name");
                    case "resources/read" -> request.params().text("uri");
                    default -> null;
                };
        if (name != null) {
            checkEqual(NAME_HEADER, header == null ? null : decoded(header), name);
        }
    }

    private static void checkEqual(String name, String header, String body) {
        if (!body.equals(header)) {
            throw RpcError.badRequest(
                    RpcError.HEADER_MISMATCH,
                    "Header mismatch: " + name + (header == null ? " is missing" : " differs from the body") + ".");
        }
    }

    private static RpcError missing(String member) {
        return RpcError.badRequest(RpcError.INVALID_PARAMS, "Invalid params: _meta needs " + member + ".");
    }

    /**
     * Decodes the value of a header {@code Mcp-Name}. Clients write a value with special characters as
     * {@code =?base64?…?=}. If the Base64 is invalid, returns the value unchanged.
     */
    static String decoded(String header) {
        boolean isEncoded = header.startsWith(BASE64_BEGIN)
                && header.endsWith(BASE64_END)
                && header.length() >= BASE64_BEGIN.length() + BASE64_END.length();
        if (!isEncoded) {
            return header;
        }
        try {
            var base64 = header.substring(BASE64_BEGIN.length(), header.length() - BASE64_END.length());
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // Compared as it is, and refused, because no name looks like this.
            return header;
        }
    }

    /**
     * Returns the version for the response to {@code initialize}: the requested version if it is one of the supported
     * older versions, otherwise {@link #LEGACY}.
     *
     * @param requested the requested version, or null
     */
    static String negotiated(String requested) {
        return requested != null && VERSIONS.contains(requested) && !MODERN.equals(requested) ? requested : LEGACY;
    }
}
