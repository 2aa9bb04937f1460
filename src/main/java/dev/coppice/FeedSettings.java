package dev.coppice;

import java.time.Duration;

/**
 * What readers of the event feed are given, and how long the log keeps what they may still want.
 *
 * @param interval in which committed events get their places in the log
 * @param heartbeat after so long without an event a stream gets a comment
 * @param retry how long a client should wait before it connects again
 * @param stall a client that takes nothing for so long is cut off
 * @param bufferBytes events that wait in memory for one client; the rest waits in the log
 * @param maxStreams open at once on a node
 * @param maxTenantStreams of them of one tenant
 * @param keep how old an event becomes in the log
 * @param keepEnded how long the log keeps what happened to a session that is no more
 * @param nodeAbsence after so long a node that is not heard of keeps nothing in the log
 */
public record FeedSettings(
        Duration interval,
        Duration heartbeat,
        Duration retry,
        Duration stall,
        int bufferBytes,
        int maxStreams,
        int maxTenantStreams,
        Duration keep,
        Duration keepEnded,
        Duration nodeAbsence) {
    static FeedSettings of(SettingsReader in) {
        return new FeedSettings(
                // A reader of the log sees a committed event so late, and each turn of the sequencer is a query.
                in.duration("coppice.events.interval", "PT0.2S"),
                // Proxies and load balancers close what is silent for 30 or 60 seconds.
                in.duration("coppice.feed.heartbeat", "PT15S"),
                // As browsers do by themselves; a node that restarts takes about as long.
                in.duration("coppice.feed.retry", "PT3S"),
                // A phone in a tunnel comes back; whoever takes nothing for longer resumes.
                in.duration("coppice.feed.stall", "PT30S"),
                // Some 250 events for each client; what is more waits in the log.
                in.number("coppice.feed.buffer-bytes", 64 << 10, 1 << 10, 16 << 20),
                // No thread each, but a socket and some ten kilobytes.
                in.number("coppice.feed.max-streams", 1000, 1, 100_000),
                // One tenant leaves room for others.
                in.number("coppice.feed.max-tenant-streams", 500, 1, 100_000),
                // A reader that was away for a weekend, or for a week's holiday, resumes.
                in.duration("coppice.events.keep", "P7D"),
                // Whoever follows has been told in a second, and whoever reconnects, after the wait above, in a few.
                in.duration("coppice.events.keep-ended", "PT1M"),
                // A node that is down for longer builds its index anew, instead of keeping the log of all others.
                in.duration("coppice.events.node-absence", "P1D"));
    }
}
