package dev.coppice.mcp;

/** Reads a JSON-RPC request, for fuzzing. */
public final class RpcParsing {
    private RpcParsing() {}

    /** Reads a request. Throws a {@link dev.coppice.Problem} if its members are refused. */
    public static void parse(byte[] body) {
        try {
            var members = RpcRequest.members(body);
            RpcRequest.id(members);
            RpcRequest.of(members);
        } catch (RpcError refused) {
            refused.toMap();
        }
    }
}
