package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.db.DatabaseClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Cache of the {@link Identity} of valid bearer tokens, so that most requests need no database query for their token.
 * An entry expires after the time of the setting {@code coppice.tokens.cache}. A revocation on this node empties the
 * cache immediately. After a revocation on another node, this node accepts the token until its entry expires. An entry
 * contains the time when the token expires, so an expired token is refused at once. Entries contain hashes of tokens,
 * not the tokens. Thread-safe.
 */
@ApplicationScoped
public class TokenCache {
    /**
     * Maximum number of tokens in the cache. Each needs a few hundred bytes, so the cache needs a few megabytes at
     * most. If the cache is full, it is emptied.
     */
    private static final int MAX_TOKENS = 10_000;

    @Inject
    private Credentials credentials;

    @Inject
    private ProviderTokens provider;

    @Inject
    private TokenUses uses;

    @Inject
    private AccessSettings settings;

    private final Map<ByteBuffer, Entry> entries = new ConcurrentHashMap<>();

    /** Number of revocations and rotations of tokens on this node since it started. */
    private final AtomicLong revocations = new AtomicLong();

    /**
     * A bearer token in the cache.
     *
     * @param identity tenant, scopes and name of the token
     * @param checkedAt value of {@code System.nanoTime()} before the query for the token
     */
    private record Entry(Identity identity, long checkedAt) {}

    /** CDI event, fired in the transaction that revokes a bearer token or gives it an earlier end. */
    record TokenRevoked() {}

    /**
     * Returns tenant, scopes (permissions) and name of a bearer token; empty if the token is unknown, revoked or
     * expired. Queries the database, or verifies the signature of a token of the OpenID provider, only if the token is
     * not in the cache. Records the use of a valid token of this server. Throws 503 {@code unavailable} if the keys of
     * the provider cannot be fetched.
     */
    public Optional<Identity> identify(String token) {
        var identity = find(token);
        identity.filter(valid -> !valid.isOfProvider())
                .ifPresent(valid -> uses.record(valid.id(), DatabaseClock.now()));
        return identity;
    }

    private Optional<Identity> find(String token) {
        var key = ByteBuffer.wrap(Credential.hash(token));
        var cached = entries.get(key);
        long now = System.nanoTime();
        if (cached != null && now - cached.checkedAt() < settings.tokenCache().toNanos()) {
            return Optional.of(cached.identity()).filter(identity -> !identity.isExpired());
        }
        long before = revocations.get();
        var identity = provider.isOfProvider(token) ? provider.identify(token) : credentials.identify(token);
        identity.ifPresent(valid -> remember(key, new Entry(valid, now), before));
        return identity;
    }

    /**
     * Returns those of the given tokens that are still valid. Looks up the tokens of this server in the database. Looks
     * for tokens of the OpenID provider in the cache first, because verifying a signature takes a long time. While the
     * provider's keys cannot be fetched, tokens that are not in the cache count as invalid.
     */
    public Set<String> valid(Collection<String> tokens) {
        var valid = new HashSet<String>();
        var own = new ArrayList<String>();
        for (var token : tokens) {
            if (!provider.isOfProvider(token)) {
                own.add(token);
            } else if (isValidAtProvider(token)) {
                valid.add(token);
            }
        }
        valid.addAll(credentials.valid(own));
        return valid;
    }

    private boolean isValidAtProvider(String token) {
        try {
            return find(token).isPresent();
        } catch (Problem e) {
            return false;
        }
    }

    /**
     * Adds a valid bearer token to the cache. Does nothing if any token was revoked after the query for this token
     * began, because the revoked token may be this one.
     *
     * @param key hash of the token
     * @param entry identity of the token
     * @param before value of {@link #revocations} before the database was queried for the token
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

    /**
     * Empties the cache after the end of a transaction that revoked or rotated a token. This is done before the request
     * that revoked or rotated the token is answered.
     */
    void revoked(@Observes(during = TransactionPhase.AFTER_COMPLETION) TokenRevoked event) {
        revocations.incrementAndGet();
        entries.clear();
    }
}
