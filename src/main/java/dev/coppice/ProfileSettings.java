package dev.coppice;

import java.time.Duration;

/**
 * How summaries and profiles are made.
 *
 * @param summaryMaxInputTokens of new messages that a model is shown for a summary; the newest ones
 * @param maxInputTokens of what a user has said that a model is shown for a profile; the newest
 * @param maxBytes of a profile
 * @param lease for which a node that has crashed keeps others from going on
 * @param pause after a failure, before the same is tried again by itself
 * @param workers on a node that make them by themselves at a time
 */
public record ProfileSettings(
        int summaryMaxInputTokens, int maxInputTokens, int maxBytes, Duration lease, Duration pause, int workers) {}
