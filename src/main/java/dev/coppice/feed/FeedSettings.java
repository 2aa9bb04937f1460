package dev.coppice.feed;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings of the event streams.
 *
 * @param heartbeat time without events after which a comment is sent on a stream, so that the connection stays open
 * @param retry how long a client should wait before it connects again
 * @param stall how long a client may accept no data before it is disconnected
 * @param bufferBytes maximum size in bytes of the events that are buffered in memory for one client; further events are
 *     read from the log later
 * @param maxStreams maximum number of open streams on a node
 * @param maxTenantStreams maximum number of open streams of one tenant on a node
 */
@SettingsGroup
public record FeedSettings(
        Duration heartbeat, Duration retry, Duration stall, int bufferBytes, int maxStreams, int maxTenantStreams) {
    @Inject
    public FeedSettings(SettingsReader in) {
        this(
                in.duration(
                        "coppice.feed.heartbeat",
                        "PT15S",
                        "Time without an event after which a stream gets a comment. Proxies and load balancers close"
                                + " connections that are silent for 30 or 60 seconds."),
                in.duration(
                        "coppice.feed.retry",
                        "PT3S",
                        "Time that clients should wait before they connect again. It is the browsers' default, and a"
                                + " node needs about as long to restart."),
                in.duration(
                        "coppice.feed.stall",
                        "PT30S",
                        "Time after which a client that accepts no data is disconnected; it can resume later. A phone"
                                + " in a tunnel is back by then."),
                in.number(
                        "coppice.feed.buffer-bytes",
                        64 << 10,
                        1 << 10,
                        16 << 20,
                        "Events that wait in memory for one client, about 250; more wait in the log."),
                in.number(
                        "coppice.feed.max-streams",
                        1000,
                        1,
                        100_000,
                        "Open streams of a node; the next one gets 503 `busy`. A stream needs no thread, but a socket"
                                + " and about ten kilobytes."),
                in.number(
                        "coppice.feed.max-tenant-streams",
                        500,
                        1,
                        100_000,
                        "Open streams of one tenant on a node, so that other tenants find room."));
    }
}
