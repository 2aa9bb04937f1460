package dev.coppice.idempotency;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Fingerprint;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A writing request, with the values by which a repetition of the request is recognized.
 *
 * @param session key of the session or user to whose data the request writes ({@code SessionName.key},
 *     {@code UserName.key}), unique among all tenants; null if it writes to neither
 * @param owner key of the session or user with which the stored answer is deleted; null if the answer is kept until it
 *     is older than {@code coppice.idempotency.keep}
 * @param key hash that identifies the request: SHA-256 of tenant, method, path, namespace and the client's idempotency
 *     key, or of the scope and key given to {@link #keyed}; null if the request has no idempotency key
 * @param request SHA-256 hash of the request's content, normally of query and body, by which a different request with
 *     the same key is detected; null if the request has no idempotency key
 */
public record IdempotentRequest(String session, String owner, byte[] key, byte[] request) {
    public static final String HEADER = "Idempotency-Key";

    /**
     * Describes a request without an idempotency key. A PUT, PATCH or DELETE needs no key, because repeating such a
     * request has the same result.
     *
     * @param session key of the session or user to whose data the request writes; null if it writes to neither
     */
    public static IdempotentRequest of(String session) {
        return new IdempotentRequest(session, session, null, null);
    }

    /**
     * Describes a POST, which may have an idempotency key. Throws 400 {@code malformed} if the header
     * {@code Idempotency-Key} has several values, or a value that is not 1 to 255 printable ASCII characters.
     *
     * @param session key of the session or user to whose data the request writes; null if it writes to neither
     * @param tenant name of the tenant that the request's bearer token belongs to
     * @param uri URI of the request
     * @param namespace query parameter {@code namespace} of the request; null for the default namespace
     * @param keys values of the header {@code Idempotency-Key}; null or empty if the request does not have it
     * @param body the request's body
     */
    public static IdempotentRequest post(
            String session, String tenant, UriInfo uri, String namespace, List<String> keys, byte[] body) {
        if (keys == null || keys.isEmpty()) {
            return of(session);
        }
        var key = keys.get(0);
        if (keys.size() > 1 || !key.matches("[\\x20-\\x7e]{1,255}")) {
            throw new Problem(
                    Code.MALFORMED,
                    "The header " + HEADER + " must have one value of 1 to 255 printable ASCII characters.");
        }
        var query = uri.getRequestUri().getRawQuery();
        var scope =
                String.join("\n", tenant, "POST", uri.getRequestUri().getRawPath(), namespace == null ? "" : namespace);
        var digest = Fingerprint.sha256();
        digest.update((query == null ? "" : query).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
        return keyed(session, scope, key, digest.digest(body));
    }

    /**
     * Describes a request with an idempotency key. The key may come from the header {@code Idempotency-Key}, or from
     * another part of the request.
     *
     * @param session key of the session or user to whose data the request writes; null if it writes to neither
     * @param scope text that names the tenant and the kind of the request; a key identifies a request only within this
     *     scope
     * @param key the client's idempotency key
     * @param request SHA-256 hash of the request's content, by which a different request with the same key is detected
     */
    public static IdempotentRequest keyed(String session, String scope, String key, byte[] request) {
        var hash = Fingerprint.sha256().digest((scope + '\n' + key).getBytes(StandardCharsets.UTF_8));
        return new IdempotentRequest(session, session, hash, request);
    }

    /**
     * Returns a copy for a request that creates a session: the stored answer is deleted together with that session.
     *
     * @param other key of the created session
     */
    public IdempotentRequest creating(String other) {
        return new IdempotentRequest(session, other, key, request);
    }
}
