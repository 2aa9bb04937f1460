package dev.coppice.access;

import dev.coppice.db.DatabaseClock;
import dev.coppice.json.Fingerprint;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;

/**
 * Database row of a bearer token. Contains the token's tenant, its scopes (permissions) and the SHA-256 hash of the
 * token, but not the token itself.
 */
@Entity
public class Credential {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 32;

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tenant_id")
    private int tenant;

    @Column(length = 32)
    private byte[] secret;

    @Column(length = 64)
    private String scopes;

    private String name;

    @Column(name = "created_at")
    private long createdAt;

    /** Time from which the token is refused, in milliseconds since the epoch; null if it does not expire. */
    @Column(name = "expires_at")
    private Long expiresAt;

    /**
     * Lifetime with which the token was issued, in milliseconds; null if it was issued without an end. If a rotation
     * ends this token earlier, this value stays the same, so that the new token gets the full lifetime.
     */
    private Long lifetime;

    /**
     * Time of the last known request with the token, in milliseconds since the epoch; null if there was none. Requests
     * become known with a delay: see {@link TokenUseWriter}.
     */
    @Column(name = "last_used_at")
    private Long lastUsedAt;

    protected Credential() {}

    /**
     * Creates the row of a new token.
     *
     * @param tenant database id of the tenant
     * @param scopes permissions of the token
     * @param name display name, or null
     * @param token the token, whose hash is stored
     * @param expiresAt time from which the token is refused, in milliseconds since the epoch; null for never
     */
    Credential(int tenant, Set<Scope> scopes, String name, String token, Long expiresAt) {
        this.tenant = tenant;
        this.secret = hash(token);
        this.scopes = Scope.join(scopes);
        this.name = name;
        this.createdAt = DatabaseClock.now();
        this.expiresAt = expiresAt;
        this.lifetime = expiresAt == null ? null : expiresAt - createdAt;
    }

    /**
     * Creates the row of a new token that replaces this token. The new token has the same tenant, scopes and name. Ends
     * this token after the overlap, unless it expires earlier.
     *
     * @param token the new token
     * @param newEnd time from which the new token is refused, in milliseconds since the epoch; null to give the new
     *     token the lifetime that this token had when it was issued, or no end if it was issued without one
     * @param overlap number of milliseconds for which this token stays valid
     */
    Credential rotate(String token, Long newEnd, long overlap) {
        long now = DatabaseClock.now();
        var end = newEnd != null || lifetime == null ? newEnd : Long.valueOf(now + lifetime);
        expiresAt = expiresAt == null ? now + overlap : Math.min(expiresAt, now + overlap);
        return new Credential(tenant, scopes(), name, token, end);
    }

    /** Returns a new random token: {@code cpc_} and 256 random bits in base64url. */
    static String newToken() {
        var bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return "cpc_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Returns the SHA-256 hash of a token. A plain hash is secure here, because tokens are long and random; a salt or a
     * slow hash would add nothing.
     */
    static byte[] hash(String token) {
        return Fingerprint.sha256().digest(token.getBytes(StandardCharsets.UTF_8));
    }

    long id() {
        return id;
    }

    /** Returns the database id of the token's tenant. */
    int tenant() {
        return tenant;
    }

    Set<Scope> scopes() {
        return Scope.split(scopes);
    }

    String name() {
        return name;
    }

    Instant createdAt() {
        return Instant.ofEpochMilli(createdAt);
    }

    /** Returns the time from which the token is refused, or null if it does not expire. */
    Instant expiresAt() {
        return expiresAt == null ? null : Instant.ofEpochMilli(expiresAt);
    }

    /**
     * Returns the time of the last known request with the token, or null if there was none. Requests become known with
     * a delay: see {@link TokenUseWriter}.
     */
    Instant lastUsedAt() {
        return lastUsedAt == null ? null : Instant.ofEpochMilli(lastUsedAt);
    }

    /** True if the token has expired: its end is the current time or earlier. */
    boolean isExpired() {
        return expiresAt != null && expiresAt <= DatabaseClock.now();
    }
}
