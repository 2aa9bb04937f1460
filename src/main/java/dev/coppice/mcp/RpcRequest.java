package dev.coppice.mcp;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import dev.coppice.mcp.Members.Type;

/**
 * A JSON-RPC request or notification.
 *
 * @param id JSON of the id, a string or a whole number; null for a notification
 * @param method name of the method
 * @param params parameters of the method; without members if they are missing
 * @param meta the member {@code _meta} of the parameters; without members if it is missing
 */
record RpcRequest(byte[] id, String method, Members params, Members meta) {
    /**
     * Reads the members of a body. Throws an {@link RpcError} with the code {@link RpcError#PARSE_ERROR} if the body is
     * not JSON or is nested too deeply, {@link RpcError#INVALID_REQUEST} if it is not one JSON object or breaks another
     * rule of {@link Members#of}.
     */
    static Members members(byte[] body) {
        try {
            checkObject(JsonInput.of(body));
            return Members.of(body);
        } catch (Problem problem) {
            // A problem with a JSON pointer, such as a name that occurs twice, occurs only in valid JSON.
            boolean isJson =
                    problem.code() != Code.MALFORMED || !problem.errors().isEmpty();
            throw RpcError.badRequest(isJson ? RpcError.INVALID_REQUEST : RpcError.PARSE_ERROR, problem.getMessage());
        }
    }

    private static void checkObject(JsonInput in) {
        if (in.atObject()) {
            return;
        }
        boolean isArray = in.atArray();
        in.skip();
        in.end();
        throw invalid(
                isArray
                        ? "Batches are not supported. Send one request in each POST."
                        : "The body must be a JSON object: one request or one notification.");
    }

    /** Returns the id of a request, to be sent with an error; null if the request has no id or an invalid one. */
    static byte[] id(Members members) {
        var id = members.get("id");
        return id != null && isId(id.type()) ? id.json() : null;
    }

    private static boolean isId(Type type) {
        return type == Type.STRING || type == Type.INTEGER;
    }

    /**
     * Creates a request from the members of a body. Throws an {@link RpcError} with the code
     * {@link RpcError#INVALID_REQUEST} if the body is not a JSON-RPC request.
     */
    static RpcRequest of(Members members) {
        if (!"2.0".equals(members.text("jsonrpc"))) {
            throw invalid("The member jsonrpc must be \"2.0\".");
        }
        var method = members.text("method");
        if (method == null) {
            throw invalid("The member method is missing. Send a request or a notification.");
        }
        var id = members.values().get("id");
        if (id != null && !isId(id.type())) {
            throw invalid("The member id must be a string or a whole number.");
        }
        if (members.get("params") != null && !members.hasObject("params")) {
            throw invalid("The member params must be an object.");
        }
        var params = members.object("params");
        return new RpcRequest(id == null ? null : id.json(), method, params, params.object("_meta"));
    }

    private static RpcError invalid(String message) {
        return RpcError.badRequest(RpcError.INVALID_REQUEST, message);
    }

    boolean isNotification() {
        return id == null;
    }
}
