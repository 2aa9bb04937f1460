package dev.coppice.inside;

import dev.coppice.background.SweepTask;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;

/** A sweep that throws an error as long as a test wants. */
@ApplicationScoped
public class FailingSweep implements SweepTask {
    /** Shares a lease, so that other sweeps run on the same timer. */
    static final String LEASE = "state";

    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger succeeded = new AtomicInteger();
    private volatile boolean failing;

    public void fail(boolean fails) {
        failing = fails;
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
        succeeded.incrementAndGet();
        return false;
    }
}
