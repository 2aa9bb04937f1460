package dev.coppice.memory;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import dev.coppice.background.ManagedExecutors;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings of running summaries and user profiles, which models write in the background.
 *
 * @param summaryMaxInputTokens maximum tokens of new messages in the prompt for a summary; the newest are used
 * @param maxInputTokens maximum tokens of a user's messages in the prompt for a profile; the newest are used
 * @param maxBytes maximum size of a profile in bytes
 * @param lease how long a task may keep other tasks from writing the same summary or profile; normally the lease ends
 *     with the task, so this time matters only after a crash of the task's node
 * @param pause time after a failure during which the same update is not started again automatically
 * @param workers number of summaries and profiles that a node writes at the same time
 */
@SettingsGroup
public record MemorySettings(
        int summaryMaxInputTokens, int maxInputTokens, int maxBytes, Duration lease, Duration pause, int workers) {
    @Inject
    public MemorySettings(SettingsReader in) {
        this(
                in.number(
                        "coppice.summary.max-input-tokens",
                        32_000,
                        100,
                        10_000_000,
                        "New messages in the prompt for a running summary, the newest ones. An update has"
                                + " few; the first summary of a long session has as many as this."),
                in.number(
                        "coppice.profile.max-input-tokens",
                        8_000,
                        100,
                        10_000_000,
                        "The user's newest messages in the prompt for a profile, some hundred of them. Earlier analyses"
                                + " have read the older ones."),
                in.number(
                        "coppice.profile.max-bytes",
                        64 << 10,
                        1 << 10,
                        4 << 20,
                        "Largest profile. Every model call can contain it, so it should be short."),
                in.duration(
                        "coppice.profile.lease",
                        "PT10M",
                        "How long a crashed node keeps other nodes from making the same summary or profile. Two model"
                                + " calls with their retries take less."),
                in.duration(
                        "coppice.profile.pause",
                        "PT10S",
                        "Pause after a failed summary or profile, before the end of a user turn starts it again."),
                in.number(
                        "coppice.profile.workers",
                        4,
                        1,
                        ManagedExecutors.MAX_MEMORY,
                        "Summaries and profiles that a node makes at a time. Each waits for a model most of the time;"
                                + " more would not make the model faster."));
    }
}
