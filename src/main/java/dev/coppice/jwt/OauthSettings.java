package dev.coppice.jwt;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;

/**
 * Settings of the OpenID provider whose access tokens are accepted.
 *
 * @param issuer the provider's name, as in the claim {@code iss}; null if there is no provider
 * @param audience name of this server at the provider, as in the claim {@code aud}
 * @param keysUrl URL of the provider's keys; null to ask the provider's configuration for it
 * @param tenant tenant of all tokens; null to take the tenant from the claim {@code tenantClaim} of each token
 * @param tenantClaim name of the claim that contains the tenant
 * @param scopeClaim name of the claim that contains the scopes (permissions)
 * @param scopePrefix text before the name of a scope in the claim; may be empty
 * @param leeway maximum difference between the clocks of provider and database
 * @param timeout maximum time to connect to the provider, and to wait for each part of its response; the body of the
 *     response must also end within this time after the start of the request
 * @param refresh time after which the keys are fetched again
 * @param maxAge time for which keys are used if they cannot be fetched again
 * @param pause minimum time between two attempts to fetch the keys
 */
@SettingsGroup
public record OauthSettings(
        String issuer,
        String audience,
        URI keysUrl,
        String tenant,
        String tenantClaim,
        String scopeClaim,
        String scopePrefix,
        Duration leeway,
        Duration timeout,
        Duration refresh,
        Duration maxAge,
        Duration pause) {

    public OauthSettings {
        if (issuer != null && audience == null) {
            throw new IllegalArgumentException("coppice.oauth.audience must be set if coppice.oauth.issuer is set:"
                    + " otherwise tokens for other servers of the provider would be accepted");
        }
        if (issuer != null) {
            url("coppice.oauth.issuer", issuer);
        }
    }

    @Inject
    public OauthSettings(SettingsReader in) {
        this(
                in.text(
                        "coppice.oauth.issuer",
                        null,
                        "URL of an OpenID provider, exactly as in the claim `iss` of its tokens. Its access tokens (JWT) are"
                                + " accepted beside Coppice's own. Without it there is no provider."),
                in.text(
                        "coppice.oauth.audience",
                        null,
                        "Name of this server at the provider, as in the claim `aud`. Required with an issuer, so that no"
                                + " token for another server is accepted."),
                keys(in.text(
                        "coppice.oauth.keys-url",
                        null,
                        "URL of the provider's public keys (JWKS). Default: `jwks_uri` of"
                                + " `<issuer>/.well-known/openid-configuration`.")),
                in.text(
                        "coppice.oauth.tenant",
                        null,
                        "Tenant of all tokens of the provider, for one that knows no tenants. Default: the claim"
                                + " `coppice.oauth.tenant-claim`."),
                in.text(
                        "coppice.oauth.tenant-claim",
                        "tenant",
                        "Claim with the tenant; a token without it is refused."),
                in.text(
                        "coppice.oauth.scope-claim",
                        "scope",
                        "Claim with the scopes: a text with spaces between them, or an array. `read`, `write` and `admin`"
                                + " count; others are ignored."),
                orEmpty(in.text(
                        "coppice.oauth.scope-prefix",
                        null,
                        "Text before the names of scopes in the claim, for example `coppice:`, if the provider's names are"
                                + " shared by several servers.")),
                in.duration(
                        "coppice.oauth.leeway",
                        "PT30S",
                        "Difference between the provider's clock and that of the database which `exp` and `nbf` may have."),
                in.duration(
                        "coppice.oauth.timeout",
                        "PT3S",
                        "Timeout of a request to the provider, because requests of clients wait for the first one."),
                in.duration(
                        "coppice.oauth.keys-refresh",
                        "PT5M",
                        "Time after which the provider's keys are fetched again: a key that was withdrawn is accepted for at"
                                + " most this time while the provider answers."),
                in.duration(
                        "coppice.oauth.keys-max-age",
                        "PT1H",
                        "Time for which fetched keys are used while the provider does not answer. Afterwards requests with its"
                                + " tokens get 503."),
                in.duration(
                        "coppice.oauth.keys-pause",
                        "PT10S",
                        "Minimum time between two attempts to fetch the keys, so that tokens with unknown keys cannot make the"
                                + " server flood the provider. A new key is accepted after at most this time."));
    }

    /** True if the tokens of a provider are accepted. */
    public boolean isOn() {
        return issuer != null;
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    private static URI keys(String text) {
        return text == null ? null : url("coppice.oauth.keys-url", text);
    }

    private static URI url(String name, String text) {
        try {
            var url = URI.create(text);
            if (url.getHost() != null && ("https".equals(url.getScheme()) || "http".equals(url.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // No URL: refused below.
        }
        throw new IllegalArgumentException(name + " must be a URL such as https://login.example.com/realms/main");
    }
}
