package dev.coppice.idempotency;

import dev.coppice.db.ConflictRetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Does the work of requests that write, each in a transaction. {@link ConflictRetry} repeats a transaction that has
 * failed because of another one, that is, because of a conflict, a deadlock or a duplicate key. Does not repeat a
 * transaction that failed because of a lock timeout. Thread-safe.
 */
@ApplicationScoped
public class TransactionRetry {
    @Inject
    private IdempotencyStore idempotencyStore;

    /**
     * Returns the answer that is stored for a request, as {@link IdempotencyStore#find} does. Beans of a request call
     * this method, because CDI would create a proxy of that EJB for each of them.
     */
    public Optional<Answer> stored(IdempotentRequest request) {
        return idempotencyStore.find(request);
    }

    /**
     * Does the work in a transaction and returns its response. When this method returns, the transaction has committed.
     * If an answer is stored under the request's idempotency key, returns this answer instead; see
     * {@link IdempotencyStore#once}. If all attempts fail because of other transactions, throws the exception of the
     * last attempt; the client then gets 503 {@code busy}. Any other exception is thrown at once. Must not be called
     * within a transaction, because only a transaction that this method begins can be repeated.
     *
     * @param request the request, with or without an idempotency key
     * @param work changes the database and returns the answer; called at most once per attempt
     */
    public Response run(IdempotentRequest request, Supplier<Answer> work) {
        return ConflictRetry.repeat(() -> idempotencyStore.once(request, work).toResponse());
    }
}
