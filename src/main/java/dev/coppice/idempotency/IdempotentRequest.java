package dev.coppice.idempotency;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Fingerprint;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A writing request as far as its repetition is concerned.
 *
 * @param session the session that it writes, as one string that names it among all tenants; null for none
 * @param owner the session that its answer tells of, named likewise, and with which that is forgotten; null for none
 * @param key SHA-256 of tenant, method, path, namespace and the client's idempotency key; null without one
 * @param request SHA-256 of the rest: query and body
 */
public record IdempotentRequest(String session, String owner, byte[] key, byte[] request) {
    public static final String HEADER = "Idempotency-Key";

    /** A write that is its own repetition: PUT, PATCH and DELETE. */
    public static IdempotentRequest of(String session) {
        return new IdempotentRequest(session, session, null, null);
    }

    /**
     * A POST, which a client may mark with a key in order to repeat it safely; 400 {@code malformed} for a bad one.
     *
     * @param given the values of the header, or null
     */
    public static IdempotentRequest post(String session, String tenant, UriInfo uri, List<String> given, byte[] body) {
        if (given == null || given.isEmpty()) {
            return of(session);
        }
        var key = given.get(0);
        if (given.size() > 1 || !key.matches("[\\x20-\\x7e]{1,255}")) {
            throw new Problem(Code.MALFORMED, HEADER + " takes one key of 1 to 255 printable ASCII characters.");
        }
        var namespace = uri.getQueryParameters().getFirst("namespace");
        var query = uri.getRequestUri().getRawQuery();
        var scope = String.join(
                "\n", tenant, "POST", uri.getRequestUri().getRawPath(), namespace == null ? "" : namespace, key);
        var digest = Fingerprint.sha256();
        digest.update((query == null ? "" : query).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
        return new IdempotentRequest(
                session,
                session,
                Fingerprint.sha256().digest(scope.getBytes(StandardCharsets.UTF_8)),
                digest.digest(body));
    }

    /** The call when it makes another session, which its answer tells of. */
    public IdempotentRequest making(String other) {
        return new IdempotentRequest(session, other, key, request);
    }
}
