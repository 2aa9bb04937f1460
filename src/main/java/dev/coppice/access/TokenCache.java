package dev.coppice.access;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Identifies tokens, and relies on the result for {@code coppice.tokens.cache}, so that most requests need no query for
 * their token. A revocation on this node empties the cache; a revocation on another node takes effect when the entry
 * expires. Contains hashes of tokens, not the tokens, and no unknown ones. Thread-safe.
 */
@ApplicationScoped
public class TokenCache {
    /** Maximum number of cached tokens, of some hundred bytes each. A full cache is emptied. */
    private static final int MAX_TOKENS = 10_000;

    @Inject
    private Credentials credentials;

    @Inject
    private AccessSettings settings;

    private final Map<ByteBuffer, Entry> entries = new ConcurrentHashMap<>();

    /** Number of times that a token was revoked on this node. */
    private final AtomicLong revocations = new AtomicLong();

    /**
     * The cached result for a token.
     *
     * @param checkedAt value of {@code System.nanoTime()} before the database was asked
     */
    private record Entry(Identity identity, long checkedAt) {}

    /** CDI event of a transaction that revokes a token. */
    record TokenRevoked() {}

    /** Returns tenant and scopes of a token; empty when it is unknown or revoked. */
    public Optional<Identity> identify(String token) {
        var key = ByteBuffer.wrap(Credential.hash(token));
        var cached = entries.get(key);
        long now = System.nanoTime();
        if (cached != null && now - cached.checkedAt() < settings.tokenCache().toNanos()) {
            return Optional.of(cached.identity());
        }
        long before = revocations.get();
        var identity = credentials.identify(token);
        identity.ifPresent(valid -> remember(key, new Entry(valid, now), before));
        return identity;
    }

    /**
     * Adds an entry, unless a token was revoked since the database was asked: it might be the token of this entry.
     *
     * @param key hash of the token
     * @param before number of revocations before the database was asked
     */
    private void remember(ByteBuffer key, Entry entry, long before) {
        if (entries.size() >= MAX_TOKENS) {
            entries.clear();
        }
        entries.put(key, entry);
        if (revocations.get() != before) {
            entries.remove(key);
        }
    }

    /** Empties the cache. Runs before the call that revokes a token returns. */
    void revoked(@Observes(during = TransactionPhase.AFTER_COMPLETION) TokenRevoked event) {
        revocations.incrementAndGet();
        entries.clear();
    }
}
