package dev.coppice;

import java.time.Duration;

/**
 * How summaries and profiles are made, beside the conversation: what they cost is bounded, and nobody waits for them.
 *
 * @param summaryMaxInputTokens of new messages that a model is shown for a summary; the newest ones
 * @param maxInputTokens of what a user has said that a model is shown for a profile; the newest
 * @param maxBytes of a profile
 * @param lease for which a node that has crashed keeps others from going on
 * @param pause after a failure, before the same is tried again by itself
 * @param workers on a node that make them by themselves at a time
 */
public record ProfileSettings(
        int summaryMaxInputTokens, int maxInputTokens, int maxBytes, Duration lease, Duration pause, int workers) {
    /** There are no threads for more. */
    public static final int MAX_WORKERS = 100;

    static ProfileSettings of(SettingsReader in) {
        return new ProfileSettings(
                // A summary that follows its session has few new messages; a first one of a long session has as many as
                // this.
                in.number("coppice.summary.max-input-tokens", 32_000, 100, 10_000_000),
                // Some hundred prompts: what is older has been seen by the analyses before.
                in.number("coppice.profile.max-input-tokens", 8_000, 100, 10_000_000),
                // It stands in every call of the model, and is meant to be short.
                in.number("coppice.profile.max-bytes", 64 << 10, 1 << 10, 4 << 20),
                // Two calls of a model, each with its repetitions, take less.
                in.duration("coppice.profile.lease", "PT10M"),
                // After a model has failed, the end of the next turn does not ask it at once again.
                in.duration("coppice.profile.pause", "PT10S"),
                // Each waits for a model most of the time; more would not make the model faster.
                in.number("coppice.profile.workers", 4, 1, MAX_WORKERS));
    }
}
