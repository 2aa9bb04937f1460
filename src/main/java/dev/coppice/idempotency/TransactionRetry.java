package dev.coppice.idempotency;

import dev.coppice.db.DatabaseErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.logging.Logger;

/**
 * Does the work of requests that write, each in a transaction. Repeats a transaction that failed because of another one
 * (conflict, deadlock or duplicate key), up to five attempts in all, with random pauses of up to 80 milliseconds
 * between them. Does not repeat one that failed by a lock timeout. Thread-safe.
 */
@ApplicationScoped
public class TransactionRetry {
    private static final Logger LOG = Logger.getLogger(TransactionRetry.class.getName());
    private static final int TRIES = 5;
    private static final int PAUSE_MILLIS = 20;

    @Inject
    private IdempotencyStore idempotencyStore;

    /**
     * Does the work in a transaction and returns its response; the transaction has committed then. If the request has
     * an idempotency key under which an answer is stored, returns that answer instead ({@link IdempotencyStore#once}).
     * Throws the exception of the last attempt; a conflict becomes 503 {@code busy}. Must not be called within a
     * transaction, because one that was rolled back cannot be repeated.
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
