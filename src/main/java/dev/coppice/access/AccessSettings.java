package dev.coppice.access;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings of access control.
 *
 * @param tokenCache how long a node may accept a bearer token without asking the database again
 * @param overlap how long a token stays valid after its rotation, unless the request names another time
 * @param useInterval pause between two writes of the times at which tokens were last used
 * @param keepExpired how long the list of tokens contains an expired token
 */
@SettingsGroup
public record AccessSettings(Duration tokenCache, Duration overlap, Duration useInterval, Duration keepExpired) {
    @Inject
    public AccessSettings(SettingsReader in) {
        this(
                in.duration(
                        "coppice.tokens.cache",
                        "PT2S",
                        "Time for which a node relies on its last check of a token, so that most requests need no query for it."
                                + " A token that another node has revoked is accepted for at most this time; one that this"
                                + " node has revoked is rejected immediately."),
                in.duration(
                        "coppice.tokens.overlap",
                        "PT24H",
                        "Time for which a token stays valid after its rotation, unless the request names another one: a day"
                                + " is enough to give the new token to every place that uses the old one."),
                in.duration(
                        "coppice.tokens.use-interval",
                        "PT1M",
                        "Pause between two writes of `lastUsedAt`, so that no request has to write it. A node that is killed"
                                + " loses the uses since its last write."),
                in.duration(
                        "coppice.tokens.keep-expired",
                        "P30D",
                        "Time for which the list of tokens contains a token that has expired, so that an administrator sees"
                                + " why an application is refused. Afterwards the token is deleted."));
    }
}
