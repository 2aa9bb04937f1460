package dev.coppice.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.ejb.EJBException;
import jakarta.persistence.OptimisticLockException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ConflictRetryTest {
    private final AtomicInteger attempts = new AtomicInteger();

    /** Work that fails this many times because of another transaction. */
    private Supplier<String> conflicting(int times) {
        return () -> {
            if (attempts.incrementAndGet() <= times) {
                throw new EJBException(new OptimisticLockException("test"));
            }
            return "done";
        };
    }

    @Test
    void workIsRepeatedAfterAConflict() {
        assertEquals("done", ConflictRetry.repeat(conflicting(4)));
        assertEquals(5, attempts.get());
    }

    @Test
    void fifthConflictInARowIsThrown() {
        assertThrows(EJBException.class, () -> ConflictRetry.repeat(conflicting(5)));
        assertEquals(5, attempts.get());
    }

    @Test
    void otherFailuresAreThrownAtOnce() {
        var failure = new IllegalStateException("test");
        assertEquals(
                failure,
                assertThrows(
                        IllegalStateException.class,
                        () -> ConflictRetry.repeat(() -> {
                            attempts.incrementAndGet();
                            throw failure;
                        })));
        assertEquals(1, attempts.get());
    }
}
