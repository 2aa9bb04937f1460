package dev.coppice.state;

/**
 * Result of a {@link StatePatch}, which changes a session's state object as part of an append of messages.
 *
 * @param version version of the state object after the append; 0 if none is stored
 * @param applied true if the patch was applied; false if the append wrote no message, because it is a retry whose patch
 *     was applied before
 */
public record PatchedState(long version, boolean applied) {}
