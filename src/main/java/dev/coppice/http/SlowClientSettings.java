package dev.coppice.http;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings for slow clients. The server module {@code dev.coppice.boot} reads and uses them, but only from the first
 * request on. This group checks them at startup, so that an invalid value fails the deployment.
 *
 * @param longestWait how long the server waits for bytes of a request's body, or for the client to read the response,
 *     before it gives up the request
 * @param lowestRate lowest average rate at which a client may send or read, in bytes per second
 */
@SettingsGroup
public record SlowClientSettings(Duration longestWait, int lowestRate) {
    @Inject
    public SlowClientSettings(SettingsReader in) {
        this(
                in.duration(
                        "coppice.http.client-wait",
                        "PT20S",
                        "How long a request waits for bytes of its body, or for a client to read the answer. Then the"
                                + " connection is closed; a phone that is longer without network repeats the request."
                                + " Event streams have `coppice.feed.stall`."),
                in.number(
                        "coppice.http.client-rate",
                        1024,
                        1,
                        1 << 30,
                        "Bytes a second at which a client must send a body and read an answer on average, over"
                                + " `coppice.http.client-wait`. The slowest modems were faster; a client that sends one"
                                + " byte a second would occupy a thread for hours."));
    }
}
