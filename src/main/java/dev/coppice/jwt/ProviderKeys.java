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
 * Cache of a provider's keys. When a token needs a key, fetches the keys in three cases: there are none, they are older
 * than {@code coppice.oauth.keys-refresh}, or none of them is the one: the token names another key or another
 * algorithm, or it names no key and not exactly one fits. Between two attempts there
 * is at least the time {@code coppice.oauth.keys-pause}. Only one thread fetches at a time. Meanwhile other threads use
 * the keys that are in the cache; if there are none, they wait. Thread-safe.
 */
final class ProviderKeys {
    private static final Logger LOG = Logger.getLogger(ProviderKeys.class.getName());

    private final OauthSettings settings;
    private final KeySource source;
    private final LongSupplier clock;
    private final ReentrantLock fetching = new ReentrantLock();

    /**
     * The keys of a successful fetch.
     *
     * @param fetchedAt value of the clock in nanoseconds
     */
    private record Fetched(KeySet keys, long fetchedAt) {}

    private volatile Fetched fetched;

    /** Value of the clock at the last attempt to fetch the keys, in nanoseconds; null before the first attempt. */
    private volatile Long attemptedAt;

    private volatile boolean failing;

    /**
     * Creates an empty cache.
     *
     * @param clock a monotonic clock in nanoseconds, such as {@code System.nanoTime()}
     */
    ProviderKeys(OauthSettings settings, KeySource source, LongSupplier clock) {
        this.settings = settings;
        this.source = source;
        this.clock = clock;
    }

    /**
     * Returns the key with which a token was signed; empty if the provider has no such key. Throws 503
     * {@code unavailable} if the keys cannot be fetched and the cache is empty, or its keys are older than
     * {@code coppice.oauth.keys-max-age}.
     *
     * @param id id of the key in the token's header; null if the header names none; then the key for the algorithm is
     *     returned, if there is exactly one
     * @param algorithm algorithm in the token's header
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

    /** Returns the age of the keys in nanoseconds; {@code Long.MAX_VALUE} if there are none. */
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

    /**
     * Acquires the lock that a thread must hold while it fetches the keys, and returns true. If another thread is
     * fetching and the cache has keys, returns false at once. If the cache is empty, first waits until the other thread
     * ends; returns false if this takes longer than two timeouts of {@code coppice.oauth.timeout}.
     */
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
