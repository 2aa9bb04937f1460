/**
 * Ensures that a request that writes takes effect only once, even if the client repeats it. A {@code POST} with the
 * header {@code Idempotency-Key} becomes an {@link dev.coppice.idempotency.IdempotentRequest}: a hash of tenant,
 * method, path, namespace and idempotency key identifies the request, and a hash of query and body detects that the key
 * is used for a different request (422 {@code idempotency-mismatch}).
 *
 * <p>{@link dev.coppice.idempotency.IdempotencyStore#once} inserts a {@link dev.coppice.idempotency.StoredAnswer} under
 * the first hash, does the work and stores the answer, all in one transaction. So a stored answer exists exactly if the
 * work was committed. A repetition of the request gets the stored answer with the header
 * {@code Idempotency-Replayed: true}. If the first request is still in progress, the repetition waits for it. After the
 * lock timeout of the database, it gets 409 {@code busy}. {@link dev.coppice.idempotency.TransactionRetry} repeats the
 * transaction, up to five attempts in all, if it failed because of another one. Stored answers are purged after
 * {@code coppice.idempotency.keep}, or together with their session.
 */
package dev.coppice.idempotency;
