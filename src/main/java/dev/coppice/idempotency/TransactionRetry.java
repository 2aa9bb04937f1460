package dev.coppice.idempotency;

import dev.coppice.db.DatabaseErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.logging.Logger;

/**
 * Runs transactions, and repeats one that failed because of another transaction (conflict, deadlock or duplicate key),
 * up to five attempts in all. A lock timeout is not repeated. It runs outside of the transaction, because a transaction
 * that was rolled back cannot be continued. Thread-safe.
 */
@ApplicationScoped
public class TransactionRetry {
    private static final Logger LOG = Logger.getLogger(TransactionRetry.class.getName());
    private static final int TRIES = 5;
    private static final int PAUSE_MILLIS = 20;

    @Inject
    private IdempotencyStore idempotencyStore;

    /**
     * Does the work in a transaction, which has committed when this method returns. Throws the exception of the last
     * attempt, which becomes 503 {@code busy} if all five attempts failed by conflicts.
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
