package dev.coppice.quota;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The limits of one tenant, and what the tenant has used. Both are as this node knows them: what other nodes have
 * counted since the last exchange with the database is missing. Thread-safe.
 */
final class TenantMeter {
    private final String tenant;
    private final RequestRate rate = new RequestRate(System.nanoTime());
    private final DayCount bytes = new DayCount();
    private final DayCount modelCalls = new DayCount();

    /**
     * Number of sessions in the database at the last exchange of counts, plus those created on this node since then.
     * Only counted while a quota of sessions applies to the tenant.
     */
    private final AtomicLong sessions = new AtomicLong();

    private volatile Limits limits;

    /** Value of {@code System.nanoTime()} when {@link #limits} was read from the database. */
    private volatile long limitsReadAt;

    /** True if the tenant had a request or a model call since the last call of {@link #takeUse}. */
    private volatile boolean used = true;

    TenantMeter(String tenant) {
        this.tenant = tenant;
    }

    String tenant() {
        return tenant;
    }

    RequestRate rate() {
        return rate;
    }

    DayCount bytes() {
        return bytes;
    }

    DayCount modelCalls() {
        return modelCalls;
    }

    AtomicLong sessions() {
        return sessions;
    }

    Limits limits() {
        return limits;
    }

    void limit(Limits now) {
        limits = now;
        limitsReadAt = System.nanoTime();
    }

    /**
     * True if the limits may have changed meanwhile and no exchange of counts is due that reads them: they were read
     * longer than {@code nanos} nanoseconds ago, and the tenant had no request or model call since then.
     */
    boolean isOutdated(long nanos) {
        return !used && System.nanoTime() - limitsReadAt > nanos;
    }

    void use() {
        if (!used) {
            used = true;
        }
    }

    /** Returns true if the tenant had a request or a model call since the last call of this method. */
    boolean takeUse() {
        boolean was = used;
        used = false;
        return was;
    }
}
