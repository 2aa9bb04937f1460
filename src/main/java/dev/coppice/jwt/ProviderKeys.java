package dev.coppice.jwt;

import java.io.IOException;
import java.security.PublicKey;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Cache of a provider's keys. A request fetches them if they are missing or old, or if a token names a key that is not
 * among them, but not more often than {@code coppice.oauth.keys-pause}. Only one thread fetches; meanwhile others use
 * the keys that are there, and wait only if there are none. Thread-safe.
 */
final class ProviderKeys {
    private static final Logger LOG = Logger.getLogger(ProviderKeys.class.getName());

    private final OauthSettings settings;
    private final KeySource source;
    private final LongSupplier clock;
    private final ReentrantLock fetching = new ReentrantLock();

    /**
     * Keys and when they were fetched.
     *
     * @param fetchedAt value of the clock in nanoseconds
     */
    private record Fetched(KeySet keys, long fetchedAt) {}

    private volatile Fetched fetched;

    /** Value of the clock at the last attempt to fetch the keys; null before the first one. */
    private volatile Long attemptedAt;

    private volatile boolean failing;

    /**
     * Creates an empty cache.
     *
     * @param clock a timer in nanoseconds
     */
    ProviderKeys(OauthSettings settings, KeySource source, LongSupplier clock) {
        this.settings = settings;
        this.source = source;
        this.clock = clock;
    }

    /**
     * Returns the key of a token; empty if the provider does not have it. Throws 503 {@code unavailable} if the keys
     * cannot be fetched and none were fetched for {@code coppice.oauth.keys-max-age}.
     */
    Optional<PublicKey> find(String id, Algorithm algorithm) {
        if (age() > settings.refresh().toNanos()) {
            fetch();
        }
        var key = usable().find(id, algorithm);
        if (key.isEmpty() && mayFetch()) {
            fetch();
            key = usable().find(id, algorithm);
        }
        return key;
    }

    private KeySet usable() {
        var current = fetched;
        if (current == null || age() > settings.maxAge().toNanos()) {
            throw KeySource.unavailable();
        }
        return current.keys();
    }

    /** Returns the age of the keys in nanoseconds; the maximum if there are none. */
    private long age() {
        var current = fetched;
        return current == null ? Long.MAX_VALUE : clock.getAsLong() - current.fetchedAt();
    }

    private boolean mayFetch() {
        var last = attemptedAt;
        return last == null || clock.getAsLong() - last >= settings.pause().toNanos();
    }

    private void fetch() {
        if (!mayFetch() && fetched != null || !lock()) {
            return;
        }
        try {
            if (mayFetch()) {
                attempt();
            }
        } finally {
            fetching.unlock();
        }
    }

    /** Takes the lock. Waits for the thread that fetches only if there are no keys yet. */
    private boolean lock() {
        if (fetched != null) {
            return fetching.tryLock();
        }
        try {
            // The fetching thread asks the provider for its configuration and for its keys.
            return fetching.tryLock(2 * settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void attempt() {
        attemptedAt = clock.getAsLong();
        try {
            fetched = new Fetched(source.fetch(), clock.getAsLong());
            if (failing) {
                LOG.info("The keys of the OpenID provider can be fetched again");
            }
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                LOG.log(Level.WARNING, "The keys of the OpenID provider cannot be fetched: " + e.getMessage());
            }
            failing = true;
        }
    }
}
