package dev.coppice.inside;

import dev.coppice.background.SweepTask;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.OptimisticLockException;
import java.util.concurrent.atomic.AtomicInteger;

/** A sweep that throws an error as long as a test wants, or a number of conflicts with other transactions. */
@ApplicationScoped
public class FailingSweep implements SweepTask {
    /** Shares a lease, so that other sweeps run on the same timer. */
    static final String LEASE = "state";

    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger succeeded = new AtomicInteger();
    private final AtomicInteger conflicts = new AtomicInteger();
    private volatile boolean failing;

    public void fail(boolean fails) {
        failing = fails;
    }

    /** Lets so many of the next steps fail because of another transaction. */
    public void conflict(int times) {
        conflicts.set(times);
    }

    public boolean hasConflicts() {
        return conflicts.get() > 0;
    }

    public int failed() {
        return failed.get();
    }

    public int succeeded() {
        return succeeded.get();
    }

    @Override
    public String name() {
        return "a failing test";
    }

    @Override
    public String lease() {
        return LEASE;
    }

    /** Always due. */
    @Override
    public Due due() {
        return new Due("Tenant t");
    }

    @Override
    public boolean step() {
        if (failing) {
            failed.incrementAndGet();
            throw new StackOverflowError("secret");
        }
        if (conflicts.get() > 0) {
            conflicts.decrementAndGet();
            throw new OptimisticLockException("test");
        }
        succeeded.incrementAndGet();
        return false;
    }
}
