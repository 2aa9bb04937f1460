package dev.coppice.idempotency;

import dev.coppice.db.DatabaseErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.logging.Logger;

/**
 * Carries out writing requests: a transaction that was the victim of another one is tried again, a bounded number of
 * times and outside of the transaction, because inside of one that was rolled back nothing can be repaired.
 */
@ApplicationScoped
public class TransactionRetry {
    private static final Logger LOG = Logger.getLogger(TransactionRetry.class.getName());
    private static final int TRIES = 5;
    private static final int PAUSE_MILLIS = 20;

    @Inject
    private IdempotencyStore idempotencyStore;

    /** The answer of the work, which runs in a transaction that is committed when this returns. */
    public Response run(IdempotentRequest call, Supplier<Answer> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return idempotencyStore.once(call, work).toResponse();
            } catch (RuntimeException e) {
                if (attempt == TRIES || !DatabaseErrors.isRetryable(e)) {
                    throw e;
                }
                LOG.fine("A transaction lost against another one and is tried again");
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
