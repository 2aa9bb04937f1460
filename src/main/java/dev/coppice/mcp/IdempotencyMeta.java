package dev.coppice.mcp;

import dev.coppice.idempotency.IdempotentRequest;
import dev.coppice.json.Fingerprint;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the idempotency key of a call, by which a repeated call of a writing tool is recognized. Pure. */
final class IdempotencyMeta {
    /**
     * Names of the members of {@code _meta} that may contain an idempotency key. {@code _meta} is the data that a
     * client adds to a request of the protocol. If several of these members contain a key, the first one in this list
     * counts.
     */
    private static final List<String> MEMBERS = List.of("dev.coppice/idempotencyKey", "claudecode/toolUseId");

    private static final Pattern KEY = Pattern.compile("[\\x20-\\x7e]{1,255}");

    private IdempotencyMeta() {}

    /**
     * Returns the idempotency key of a call; null if the client sends none. Throws an {@link RpcError} if it is not a
     * string of 1 to 255 printable ASCII characters.
     */
    static String key(Members meta) {
        for (var member : MEMBERS) {
            if (meta.get(member) != null) {
                var key = meta.text(member);
                if (key == null || !KEY.matcher(key).matches()) {
                    throw RpcError.of(
                            RpcError.INVALID_PARAMS,
                            "Invalid params: _meta[\"" + member + "\"] must be 1 to 255 printable ASCII characters.");
                }
                return key;
            }
        }
        return null;
    }

    /**
     * Returns a call as an idempotent request: a repetition is recognized by tenant, tool and key. A call with the same
     * key and other arguments is refused as a different request.
     *
     * @param call the call
     * @param session key of the session to which the call writes
     * @param key the client's key; null if it sent none; then a repetition is executed like a new call
     */
    static IdempotentRequest request(ToolCall call, String session, String key) {
        if (key == null) {
            return IdempotentRequest.of(session);
        }
        var scope =
                String.join("\n", call.binding().tenant(), "MCP", call.tool().name());
        return IdempotentRequest.keyed(session, scope, key, Fingerprint.of(call.json(), Set.of()));
    }
}
