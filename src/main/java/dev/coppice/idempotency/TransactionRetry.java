package dev.coppice.idempotency;

import dev.coppice.db.DatabaseErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.logging.Logger;

/**
 * Does the work of requests that write, each in a transaction. Repeats a transaction that has failed because of another
 * one, that is, because of a conflict, a deadlock or a duplicate key. There are up to five attempts in all, with a
 * random pause of up to 80 milliseconds before each further one. Does not repeat a transaction that failed because of a
 * lock timeout. Thread-safe.
 */
@ApplicationScoped
public class TransactionRetry {
    private static final Logger LOG = Logger.getLogger(TransactionRetry.class.getName());
    private static final int TRIES = 5;
    private static final int PAUSE_MILLIS = 20;

    @Inject
    private IdempotencyStore idempotencyStore;

    /**
     * Does the work in a transaction and returns its response. When this method returns, the transaction has committed.
     * If an answer is stored under the request's idempotency key, returns this answer instead; see
     * {@link IdempotencyStore#once}. If all attempts fail because of other transactions, throws the exception of the
     * last attempt; the client then gets 503 {@code busy}. Any other exception is thrown at once. Must not be called
     * within a transaction, because only a transaction that this method begins can be repeated.
     *
     * @param request the request, with or without an idempotency key
     * @param work changes the database and returns the answer; called once per attempt
     */
    public Response run(IdempotentRequest request, Supplier<Answer> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return idempotencyStore.once(request, work).toResponse();
            } catch (RuntimeException e) {
                if (attempt == TRIES || !DatabaseErrors.isRetryable(e)) {
                    throw e;
                }
                LOG.fine("A transaction failed by a lock conflict and is retried");
                pause(attempt);
            }
        }
    }

    private static void pause(int attempt) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(attempt * PAUSE_MILLIS) + 1L);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
