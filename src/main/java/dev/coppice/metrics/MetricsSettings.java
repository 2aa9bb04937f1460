package dev.coppice.metrics;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;

/**
 * Settings of the metrics at {@code /metrics}.
 *
 * @param token bearer token with which a client can read the metrics and nothing else; null if there is none.
 *     Administrators of the tenant {@code default} can always read them.
 */
@SettingsGroup
public record MetricsSettings(String token) {
    /** Minimum length of the token in characters. A shorter one could be guessed. */
    private static final int MIN_TOKEN = 16;

    public MetricsSettings {
        if (token != null && (token.length() < MIN_TOKEN || !token.matches("[!-~]+"))) {
            throw new IllegalArgumentException("coppice.metrics.token, or its file, must be at least " + MIN_TOKEN
                    + " characters of printable ASCII without spaces");
        }
    }

    @Inject
    public MetricsSettings(SettingsReader in) {
        this(in.secret(
                "coppice.metrics.token",
                in.fileContent(
                        "coppice.metrics.token-file", "File with the token of `/metrics`, as orchestrators mount it."),
                "Bearer token that may read `/metrics` and nothing else, at least 16 characters. It is checked without"
                        + " the database, so that monitoring works during an outage. Without it, an administrator's"
                        + " token of the tenant `default` is needed."));
    }

    /** Describes the settings without the token, for logs. */
    @Override
    public String toString() {
        return "MetricsSettings[]";
    }
}
