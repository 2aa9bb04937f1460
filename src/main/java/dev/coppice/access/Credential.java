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

    protected Credential() {}

    Credential(int tenant, Set<Scope> scopes, String name, String token) {
        this.tenant = tenant;
        this.secret = hash(token);
        this.scopes = Scope.join(scopes);
        this.name = name;
        this.createdAt = DatabaseClock.now();
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

    Set<Scope> scopes() {
        return Scope.split(scopes);
    }

    String name() {
        return name;
    }

    Instant createdAt() {
        return Instant.ofEpochMilli(createdAt);
    }
}
