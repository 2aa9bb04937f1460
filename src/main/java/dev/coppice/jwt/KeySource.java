package dev.coppice.jwt;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/**
 * Fetches the keys of a provider over HTTP. Redirects are not followed. Not thread-safe; {@link ProviderKeys} calls it
 * on one thread at a time.
 */
class KeySource {
    /** Maximum size of a response of the provider, in bytes. Usual sets of keys have a few thousand bytes. */
    private static final int MAX_BYTES = 1 << 20;

    private static final int OK = 200;

    private final OauthSettings settings;

    KeySource(OauthSettings settings) {
        this.settings = settings;
    }

    /**
     * Fetches the provider's keys. Throws an {@code IOException} if this fails, or if this server supports none of the
     * keys.
     */
    KeySet fetch() throws IOException {
        try {
            var keys = KeySet.read(get(settings.keysUrl() == null ? discover() : settings.keysUrl()));
            if (keys.isEmpty()) {
                throw new IOException("The provider has no RSA key and no key of the curve P-256");
            }
            return keys;
        } catch (Problem | IllegalArgumentException e) {
            throw new IOException("The provider's answer has not the expected form", e);
        }
    }

    /**
     * Fetches the provider's configuration and returns the URL of the keys that it names. Throws an {@code IOException}
     * if the configuration is that of another issuer, or names no URL.
     */
    private URI discover() throws IOException {
        var issuer = settings.issuer().replaceFirst("/$", "");
        var configuration = Claims.read(get(URI.create(issuer + "/.well-known/openid-configuration")));
        if (!settings.issuer().equals(configuration.text("issuer")) || configuration.text("jwks_uri") == null) {
            throw new IOException("The provider's configuration names another issuer, or no keys");
        }
        return URI.create(configuration.text("jwks_uri"));
    }

    private byte[] get(URI url) throws IOException {
        long end = System.nanoTime() + settings.timeout().toNanos();
        if (!(url.toURL().openConnection() instanceof HttpURLConnection connection)) {
            throw new IOException("The provider names an address of another protocol than HTTP");
        }
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) settings.timeout().toMillis());
        connection.setReadTimeout((int) settings.timeout().toMillis());
        connection.setRequestProperty("Accept", "application/json");
        try {
            if (connection.getResponseCode() != OK) {
                throw new IOException("The provider answered " + connection.getResponseCode());
            }
            return read(connection, end);
        } finally {
            connection.disconnect();
        }
    }

    /**
     * Reads the body of a response. The timeout of the connection limits each single read, so the total time is limited
     * here. Throws an {@code IOException} if the body is larger than {@link #MAX_BYTES} or takes too long.
     *
     * @param end value of {@code System.nanoTime()} at which the time is over
     */
    private static byte[] read(HttpURLConnection connection, long end) throws IOException {
        var body = new ByteArrayOutputStream();
        var buffer = new byte[8192];
        try (var in = connection.getInputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                body.write(buffer, 0, read);
                if (body.size() > MAX_BYTES || System.nanoTime() - end > 0) {
                    throw new IOException("The provider's answer is too large or too slow");
                }
            }
        }
        return body.toByteArray();
    }

    /** Returns a problem 503 {@code unavailable}: a request needs the provider's keys, which cannot be fetched. */
    static Problem unavailable() {
        return new Problem(Code.KEYS_UNAVAILABLE, "The keys of the OpenID provider cannot be fetched; retry later.");
    }
}
