package dev.coppice;

import java.time.Duration;

/**
 * How summaries are made of old messages.
 *
 * @param summaryMaxLength of a summary, in characters
 * @param maxBytes of the messages that one summary is made of
 * @param lease for which a node that has crashed keeps others from compacting a session
 * @param pause after a failure, before a session is compacted by itself again
 */
public record CompactionSettings(int summaryMaxLength, int maxBytes, Duration lease, Duration pause) {
    static CompactionSettings of(SettingsReader in) {
        return new CompactionSettings(
                // It stands in every call of the model, and is meant to be short.
                in.number("coppice.compaction.summary-max-length", 100_000, 1000, 4_000_000),
                // They are held in memory; what is more is left for the next one.
                in.number("coppice.compaction.max-bytes", 8 << 20, 1 << 10, 256 << 20),
                // More than any summariser takes.
                in.duration("coppice.compaction.lease", "PT10M"),
                // Each append would try again.
                in.duration("coppice.compaction.pause", "PT10S"));
    }
}
