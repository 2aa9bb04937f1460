package dev.coppice.access;

import dev.coppice.db.DatabaseClock;
import java.util.Set;

/**
 * Tenant, scopes and name of a valid bearer token.
 *
 * @param id number of the token's row
 * @param tenant name of the tenant
 * @param scopes permissions of the token
 * @param name display name of the token, or null
 * @param expiresAt time from which the token is refused, in milliseconds since the epoch; null if it does not expire
 */
public record Identity(long id, String tenant, Set<Scope> scopes, String name, Long expiresAt) {
    /** True if the time of the token is over. */
    boolean isExpired() {
        return expiresAt != null && expiresAt <= DatabaseClock.now();
    }
}
