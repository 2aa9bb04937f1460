package dev.coppice.jwt;

import dev.coppice.db.DatabaseClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Verifies access tokens of the provider {@code coppice.oauth.issuer}. Thread-safe. */
@ApplicationScoped
public class JwtVerifier {
    /**
     * Maximum number of characters of a token; usual ones have a few thousand at most. The limit keeps a client from
     * making the server decode megabytes.
     */
    public static final int MAX_TOKEN = 8192;

    private OauthSettings settings;
    private ProviderKeys keys;

    protected JwtVerifier() {}

    @Inject
    JwtVerifier(OauthSettings settings) {
        this(settings, new KeySource(settings));
    }

    JwtVerifier(OauthSettings settings, KeySource source) {
        this.settings = settings;
        this.keys = new ProviderKeys(settings, source, System::nanoTime);
    }

    /**
     * Verifies a token and returns its claims. The token is valid if the provider has signed it, its claims {@code iss}
     * and {@code aud} match the settings, and the current time is before {@code exp} (which is required) and not before
     * {@code nbf}. Because clocks differ, a token also counts as valid for {@code coppice.oauth.leeway} before
     * {@code nbf} and after {@code exp}. Throws {@link InvalidToken} if the token is not valid, 503 {@code unavailable}
     * if the provider's keys cannot be fetched.
     */
    public Claims verify(String token) throws InvalidToken {
        if (token.length() > MAX_TOKEN) {
            throw new InvalidToken("it is too long");
        }
        var jwt = Jwt.parse(token);
        var claims = jwt.claims();
        // Before the signature, so that tokens of others do not cause requests to the provider.
        if (!settings.issuer().equals(claims.text("iss"))) {
            throw new InvalidToken("it has another issuer");
        }
        var key = keys.find(jwt.keyId(), jwt.algorithm()).orElseThrow(() -> new InvalidToken("its key is unknown"));
        if (!jwt.algorithm().isValid(key, jwt.signed(), jwt.signature())) {
            throw new InvalidToken("its signature is not valid");
        }
        if (!claims.list("aud").contains(settings.audience())) {
            throw new InvalidToken("it is for another audience");
        }
        checkTime(claims);
        return claims;
    }

    private void checkTime(Claims claims) throws InvalidToken {
        long now = DatabaseClock.now();
        long leeway = settings.leeway().toMillis();
        var end = claims.millis("exp");
        if (end == null || end <= now - leeway) {
            throw new InvalidToken("it has expired, or does not say when it does");
        }
        if (claims.has("nbf") && (claims.millis("nbf") == null || claims.millis("nbf") > now + leeway)) {
            throw new InvalidToken("it is not valid yet");
        }
    }
}
