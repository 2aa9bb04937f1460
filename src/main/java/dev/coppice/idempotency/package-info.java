/**
 * Makes writing requests take effect exactly once. A {@code POST} with an {@code Idempotency-Key} becomes an {@link
 * dev.coppice.idempotency.IdempotentRequest}: a hash of tenant, method, path, namespace and key identifies the request,
 * and a hash of query and body detects that a key is used for a different request (422 {@code idempotency-mismatch}).
 * {@link dev.coppice.idempotency.IdempotencyStore#once} inserts a {@link dev.coppice.idempotency.StoredAnswer} with
 * this key, does the work and stores the answer, all in one transaction, so that a stored answer exists exactly if the
 * work was committed. A repetition finds the row and gets the stored answer with {@code Idempotency-Replayed: true}; a
 * parallel repetition waits for the first request's row lock, at most for the lock timeout (409 {@code busy}). {@link
 * dev.coppice.idempotency.TransactionRetry} calls the store outside of the transaction and repeats it, up to five
 * times, after a deadlock or another lost race. Answers are purged after {@code coppice.idempotency.keep}, or together
 * with their session.
 */
package dev.coppice.idempotency;
