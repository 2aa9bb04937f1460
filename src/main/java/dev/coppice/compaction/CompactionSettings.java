package dev.coppice.compaction;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings of compactions.
 *
 * @param maxBytes maximum bytes of the messages that one summary replaces
 * @param lease duration of the lease of one compaction; if a node crashes, no other node compacts the session until the
 *     lease expires
 * @param pause delay after a failure before the session is compacted automatically again
 */
@SettingsGroup
public record CompactionSettings(int maxBytes, Duration lease, Duration pause) {
    @Inject
    public CompactionSettings(SettingsReader in) {
        this(
                in.number(
                        "coppice.compaction.max-bytes",
                        8 << 20,
                        1 << 10,
                        256 << 20,
                        "Messages that one summary replaces. They are held in memory; the next compaction takes the"
                                + " others."),
                in.duration(
                        "coppice.compaction.lease",
                        "PT10M",
                        "How long a crashed node keeps other nodes from compacting a session. No summarizer takes that"
                                + " long."),
                in.duration(
                        "coppice.compaction.pause",
                        "PT10S",
                        "Pause after a failed summary, before appends to the session start a compaction again."));
    }
}
