package dev.coppice.access;

import dev.coppice.db.DatabaseClock;
import java.util.Set;

/**
 * Tenant, scopes and name of a valid bearer token.
 *
 * @param id database id of the token; {@link #OF_PROVIDER} for a token of the OpenID provider
 * @param tenant name of the tenant
 * @param scopes permissions of the token
 * @param name display name of the token, or the subject of a token of the provider; may be null
 * @param expiresAt time from which the token is refused, in milliseconds since the epoch; null if it does not expire
 */
public record Identity(long id, String tenant, Set<Scope> scopes, String name, Long expiresAt) {
    /** Value of {@link #id} for tokens of the OpenID provider, which are not in the database. */
    static final long OF_PROVIDER = 0;

    boolean isOfProvider() {
        return id == OF_PROVIDER;
    }

    /** Returns the owner of the token as the audit log names it. */
    Actor actor() {
        return new Actor(tenant, isOfProvider() ? null : String.valueOf(id), name);
    }

    /** True if the token has expired: its end is the current time or earlier. */
    boolean isExpired() {
        return expiresAt != null && expiresAt <= DatabaseClock.now();
    }
}
