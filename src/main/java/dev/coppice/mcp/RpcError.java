package dev.coppice.mcp;

import dev.coppice.Problem;
import java.util.LinkedHashMap;
import java.util.Map;

/** An error of a JSON-RPC request: the request breaks the protocol, or the server failed. */
class RpcError extends RuntimeException {
    private static final long serialVersionUID = 1;

    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL_ERROR = -32603;
    /** Code of the error that a resource does not exist, in protocol versions before 2026-07-28. */
    static final int RESOURCE_NOT_FOUND = -32002;

    static final int HEADER_MISMATCH = -32020;
    static final int UNSUPPORTED_VERSION = -32022;

    private final int code;
    private final int status;
    private final transient Map<String, Object> data;

    private RpcError(int code, int status, String message, Map<String, Object> data) {
        super(message);
        this.code = code;
        this.status = status;
        this.data = data;
    }

    /**
     * Creates an error that is sent with the HTTP status 200.
     *
     * @param code error code of JSON-RPC
     * @param message description of the error
     */
    static RpcError of(int code, String message) {
        return new RpcError(code, 200, message, null);
    }

    /**
     * Creates the error for a problem of the server's API. A problem with an HTTP status below 500 means that the
     * request is wrong, any other that the server failed.
     */
    static RpcError of(Problem problem) {
        boolean isServer = problem.code().status() >= 500;
        return of(isServer ? INTERNAL_ERROR : INVALID_PARAMS, problem.getMessage());
    }

    /**
     * Creates an error of a request that the server cannot process at all, with the HTTP status 400.
     *
     * @param code error code of JSON-RPC
     * @param message description of the error
     */
    static RpcError badRequest(int code, String message) {
        return new RpcError(code, 400, message, null);
    }

    /** Returns a copy of this error that is sent with another HTTP status. */
    RpcError status(int other) {
        return new RpcError(code, other, getMessage(), data);
    }

    /** Returns a copy of this error with the given members in its JSON object {@code data}. */
    RpcError data(Map<String, Object> members) {
        return new RpcError(code, status, getMessage(), members);
    }

    int status() {
        return status;
    }

    /** Returns the error as the member {@code error} of a JSON-RPC response. */
    Map<String, Object> toMap() {
        var error = new LinkedHashMap<String, Object>();
        error.put("code", code);
        error.put("message", getMessage());
        if (data != null) {
            error.put("data", data);
        }
        return error;
    }
}
