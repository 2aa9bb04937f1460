/**
 * Ensures that a request that writes takes effect only once, even if the client repeats it. A {@code POST} with the
 * header {@code Idempotency-Key} becomes an {@link dev.coppice.idempotency.IdempotentRequest} with two hashes. The
 * first hash, of tenant, method, path, namespace and idempotency key, identifies the request. The second hash, of query
 * and body, shows whether the key is used for a different request (422 {@code idempotency-mismatch}).
 *
 * <p>{@link dev.coppice.idempotency.IdempotencyStore#once} inserts a {@link dev.coppice.idempotency.StoredAnswer} under
 * the first hash, does the work and stores the answer, all in one transaction. So an answer is stored if the work was
 * committed, and only then. A repetition of the request gets the stored answer with the header
 * {@code Idempotency-Replayed: true}. If the first request is still in progress, the repetition waits for it. After the
 * lock timeout of the database, the repetition gets 409 {@code busy}. {@link dev.coppice.idempotency.TransactionRetry}
 * repeats a transaction that failed because of another one, up to five attempts in all. A stored answer is deleted when
 * it is older than {@code coppice.idempotency.keep}, or together with its session or user.
 *
 * <p>Exception: requests that take long because they call a model ({@code access.Request}, method {@code slow}) do
 * their work outside of a transaction and store only their answer under the key. If two such requests with the same key
 * run at the same time, both may do the work, but both get the same answer.
 *
 * <p>Calls of the Model Context Protocol have their key in the body ({@code mcp.IdempotencyMeta}).
 */
package dev.coppice.idempotency;
