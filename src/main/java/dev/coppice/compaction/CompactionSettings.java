package dev.coppice.compaction;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings of compactions.
 *
 * @param maxBytes maximum total size of the messages that one summary replaces, in bytes; a single message that is
 *     larger is summarized alone
 * @param lease time after which the lease of a compaction expires if its node crashes; otherwise the lease ends with
 *     the compaction
 * @param pause how long a session is not compacted automatically after its summarizer has failed, the tenant has used
 *     up its quota of model calls, or an unexpected exception was thrown
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
