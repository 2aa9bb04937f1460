package dev.coppice.access;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings of access control.
 *
 * @param tokenCache how long a node may accept a bearer token without asking the database again
 */
@SettingsGroup
public record AccessSettings(Duration tokenCache) {
    @Inject
    public AccessSettings(SettingsReader in) {
        this(in.duration(
                "coppice.tokens.cache",
                "PT2S",
                "Time for which a node relies on its last check of a token, so that most requests need no query for it."
                        + " A token that another node has revoked is accepted for at most this time; one that this"
                        + " node has revoked is rejected immediately."));
    }
}
