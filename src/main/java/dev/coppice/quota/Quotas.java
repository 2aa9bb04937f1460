package dev.coppice.quota;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.DatabaseClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Checks the quotas of tenants on this node, with counts in memory. Each check throws 429 {@code rate-limited} if the
 * tenant has used up its quota. {@link QuotaRefresh} exchanges the counts with the database. Thread-safe.
 */
@ApplicationScoped
public class Quotas {
    private static final Logger LOG = Logger.getLogger(Quotas.class.getName());
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

    @Inject
    private StoredQuotas stored;

    @Inject
    private QuotaSettings settings;

    private final Map<String, TenantMeter> meters = new ConcurrentHashMap<>();

    /**
     * Counts a request of a tenant. Throws 429 {@code rate-limited} if the tenant has sent more requests than its quota
     * of requests a second allows.
     *
     * @param tenant name of the tenant
     */
    public void checkRequest(String tenant) {
        var meter = meter(tenant);
        renew(meter);
        meter.use();
        long perSecond = meter.limits().requestsPerSecond();
        if (perSecond > 0) {
            long wait = meter.rate()
                    .take(System.nanoTime(), perSecond, settings.burst().toNanos());
            if (wait > 0) {
                throw exceeded(
                        TimeUnit.NANOSECONDS.toMillis(wait),
                        "The tenant may send " + perSecond + " requests a second. Retry later.");
            }
        }
    }

    /**
     * Counts bytes of a request body. If they exceed the tenant's quota of the day, does not count them and throws 429
     * {@code rate-limited}.
     *
     * @param tenant name of the tenant
     * @param bytes number of bytes
     */
    public void checkBytes(String tenant, long bytes) {
        var meter = meter(tenant);
        boolean isWithinQuota = meter.bytes().add(day(), bytes, meter.limits().bytesPerDay());
        meter.use(); // afterwards, so that the next exchange has them even if no further request comes
        if (!isWithinQuota) {
            throw exceeded(
                    untilTomorrow(),
                    "The tenant may send " + meter.limits().bytesPerDay() + " bytes a day. Retry tomorrow (UTC).");
        }
    }

    /**
     * Counts a call of the chat model. Must be called before the chat model is called, and outside of transactions.
     * Throws 429 {@code rate-limited} if the tenant has used up its quota of the day.
     *
     * @param tenant name of the tenant
     */
    public void checkModelCall(String tenant) {
        var meter = meter(tenant);
        renew(meter);
        boolean isWithinQuota = meter.modelCalls().add(day(), 1, meter.limits().modelCallsPerDay());
        meter.use();
        if (!isWithinQuota) {
            throw exceeded(
                    untilTomorrow(),
                    "The tenant may cause " + meter.limits().modelCallsPerDay()
                            + " calls of the model a day. Retry tomorrow (UTC).");
        }
    }

    /**
     * Counts a session that is about to be created. Throws 429 {@code rate-limited} if the tenant already has as many
     * sessions as it may have. If the session is not created after all, it still counts until the next exchange of
     * counts, which reads the number of sessions from the database. Does nothing if no quota of sessions applies.
     *
     * @param tenant name of the tenant
     */
    public void checkSession(String tenant) {
        var meter = meter(tenant);
        long limit = meter.limits().sessions();
        if (limit > 0 && meter.sessions().incrementAndGet() > limit) {
            meter.sessions().decrementAndGet();
            throw exceeded(
                    settings.refresh().toMillis(),
                    "The tenant may have " + limit + " sessions. Delete some, or ask the operator for more.");
        }
    }

    private static Problem exceeded(long waitMillis, String detail) {
        long seconds = Math.max(1, (waitMillis + 999) / 1000);
        return new Problem(Code.RATE_LIMITED, detail).with(Problem.RETRY_AFTER, seconds);
    }

    /** Returns the number of the current day (UTC) since the epoch. */
    private static long day() {
        return DatabaseClock.now() / DAY_MILLIS;
    }

    private static long untilTomorrow() {
        return DAY_MILLIS - DatabaseClock.now() % DAY_MILLIS;
    }

    private TenantMeter meter(String tenant) {
        var known = meters.get(tenant);
        if (known != null) {
            return known;
        }
        var meter = new TenantMeter(tenant);
        exchange(meter);
        var other = meters.putIfAbsent(tenant, meter);
        return other == null ? meter : other;
    }

    /**
     * Exchanges the counts of tenants with the database, for all tenants with requests or model calls since the last
     * call of this method. If this fails for a tenant, goes on with the others, and exchanges the counts of that tenant
     * in the next call. At the end, throws the last failure.
     */
    void exchangeAll() {
        RuntimeException failure = null;
        for (var meter : meters.values()) {
            if (meter.takeUse()) {
                try {
                    exchange(meter);
                } catch (RuntimeException e) {
                    meter.use();
                    failure = e;
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Exchanges the counts of a tenant with the database now, and reads the tenant's quotas again.
     *
     * @param tenant name of the tenant
     */
    void refresh(String tenant) {
        exchange(meter(tenant));
    }

    /**
     * Reads the quotas of a tenant again that this node has not served for longer than {@code coppice.quota.refresh}.
     * If the database cannot be reached, the known quotas apply until {@link #exchangeAll} reads them. Must be called
     * outside of transactions.
     */
    private void renew(TenantMeter meter) {
        long age = settings.refresh().toNanos();
        if (!meter.isOutdated(age)) {
            return;
        }
        synchronized (meter) {
            if (meter.isOutdated(age)) {
                try {
                    exchange(meter);
                } catch (RuntimeException e) {
                    LOG.log(Level.FINE, "The quotas of a tenant could not be read", e);
                } finally {
                    meter.use();
                }
            }
        }
    }

    private void exchange(TenantMeter meter) {
        // Two exchanges at once would both add what is pending.
        synchronized (meter) {
            exchangeAlone(meter);
        }
    }

    private void exchangeAlone(TenantMeter meter) {
        var limits = stored.limits(meter.tenant());
        long day = day();
        long bytes = meter.bytes().pending(day);
        long calls = meter.modelCalls().pending(day);
        if (limits.sessions() > 0) {
            meter.sessions().set(stored.sessions(meter.tenant()));
        }
        // New limits apply even if the counts cannot be stored.
        meter.limit(limits);
        var used = stored.add(meter.tenant(), day, bytes, calls);
        meter.bytes().exchanged(day, bytes, used.bytes());
        meter.modelCalls().exchanged(day, calls, used.modelCalls());
    }

    /**
     * Returns the quotas of a tenant and what the tenant has used, as far as this node knows it: what other nodes have
     * counted since the last exchange with the database is missing.
     *
     * @param tenant name of the tenant
     */
    TenantBody describe(String tenant) {
        var meter = meter(tenant);
        return new TenantBody(
                tenant,
                stored.quotas(tenant),
                meter.limits(),
                meter.bytes().total(day()),
                stored.sessions(tenant),
                meter.modelCalls().total(day()));
    }
}
