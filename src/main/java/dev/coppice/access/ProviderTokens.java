package dev.coppice.access;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.RecentMap;
import dev.coppice.db.ConflictRetry;
import dev.coppice.db.DatabaseClock;
import dev.coppice.jwt.Claims;
import dev.coppice.jwt.InvalidToken;
import dev.coppice.jwt.JwtVerifier;
import dev.coppice.jwt.OauthSettings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Identifies callers by access tokens of the OpenID provider. The settings name the claims that contain the tenant and
 * the scopes. The claim {@code sub} (the subject, that is, the user or program) takes the place of a token's name.
 * Thread-safe.
 */
@ApplicationScoped
public class ProviderTokens {
    private static final Logger LOG = Logger.getLogger(ProviderTokens.class.getName());
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

    /**
     * Maximum number of subjects (users and programs) whose last use {@link #recorded} contains. If there are more, the
     * oldest entry is removed, so that the next use by its subject may be recorded again on the same day.
     */
    private static final int MAX_SUBJECTS = 10_000;

    @Inject
    private JwtVerifier verifier;

    @Inject
    private OauthSettings settings;

    @Inject
    private AuditLog audit;

    /**
     * For each tenant and subject, the last day on which this node recorded a use in the audit log, as the number of
     * days since the epoch. The key consists of tenant and subject.
     */
    private final RecentMap<String, Long> recorded = new RecentMap<>(MAX_SUBJECTS);

    /**
     * True if a token must be verified as a token of the OpenID provider: a provider is configured, and the token
     * contains a dot. Tokens of this server contain no dot.
     */
    boolean isOfProvider(String token) {
        return settings.isOn() && token.indexOf('.') >= 0;
    }

    /**
     * Returns tenant, scopes and subject of an access token; empty if the token is not valid or names no valid tenant.
     * Throws 503 {@code unavailable} if the provider's keys cannot be fetched. Each node records the first use by a
     * subject on a day (UTC) in the audit log, if the database accepts it.
     */
    Optional<Identity> identify(String token) {
        var identity = verified(token);
        identity.ifPresent(this::record);
        return identity;
    }

    private Optional<Identity> verified(String token) {
        try {
            return Optional.of(identity(verifier.verify(token)));
        } catch (InvalidToken | Problem e) {
            if (e instanceof Problem problem && problem.code() == Problem.Code.KEYS_UNAVAILABLE) {
                throw problem;
            }
            LOG.fine(() -> "An access token was refused: " + e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Reads tenant, scopes and subject from the claims. Throws 422 {@code invalid-id} if the tenant is missing or not a
     * valid id, 422 {@code invalid} if the subject is too long or not valid Unicode.
     */
    private Identity identity(Claims claims) {
        var tenant = settings.tenant() == null ? claims.text(settings.tenantClaim()) : settings.tenant();
        var subject = Ids.checkText(claims.text("sub"), "sub");
        var end = claims.millis("exp") + settings.leeway().toMillis();
        return new Identity(
                Identity.OF_PROVIDER, Ids.check(tenant == null ? "" : tenant, "tenant"), scopes(claims), subject, end);
    }

    private Set<Scope> scopes(Claims claims) {
        var scopes = EnumSet.noneOf(Scope.class);
        for (var text : claims.list(settings.scopeClaim())) {
            for (var word : text.split(" ")) {
                for (var scope : Scope.values()) {
                    if (word.equals(settings.scopePrefix() + scope.word())) {
                        scopes.add(scope);
                    }
                }
            }
        }
        return scopes;
    }

    private void record(Identity identity) {
        var key = identity.tenant() + '\n' + identity.name();
        long day = DatabaseClock.now() / DAY_MILLIS;
        var last = recorded.get(key);
        if ((last == null || last != day) && !Long.valueOf(day).equals(recorded.put(key, day))) {
            add(identity, key);
        }
    }

    /**
     * Adds an entry to the audit log. A failure is logged and not thrown: the next request of the subject tries again,
     * and a request that only reads must succeed even if the database accepts no writes.
     */
    private void add(Identity identity, String key) {
        try {
            ConflictRetry.repeat(() -> {
                audit.record(identity.actor(), AuditAction.TOKEN_USED, identity.tenant(), null);
                return null;
            });
        } catch (RuntimeException e) {
            recorded.remove(key);
            LOG.log(Level.WARNING, "The use of an access token is not in the audit log", e);
        }
    }
}
