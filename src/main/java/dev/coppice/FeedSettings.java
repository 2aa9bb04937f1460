package dev.coppice;

import java.time.Duration;

/**
 * What readers of the event feed are given, and how long the log keeps what they may still want.
 *
 * @param heartbeat after so long without an event a stream gets a comment
 * @param retry how long a client should wait before it connects again
 * @param stall a client that takes nothing for so long is cut off
 * @param bufferBytes events that wait in memory for one client; the rest waits in the log
 * @param maxStreams open at once on a node
 * @param maxTenantStreams of them of one tenant
 * @param keep how old an event becomes in the log
 * @param nodeAbsence after so long a node that is not heard of keeps nothing in the log
 */
public record FeedSettings(
        Duration heartbeat,
        Duration retry,
        Duration stall,
        int bufferBytes,
        int maxStreams,
        int maxTenantStreams,
        Duration keep,
        Duration nodeAbsence) {}
