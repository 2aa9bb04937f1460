package dev.coppice.state;

/**
 * Result of the {@link StatePatch} of an append.
 *
 * @param version version of the session's state object afterwards; 0 if none is stored
 * @param applied true if the patch was applied; false if the append wrote no message, because it is a retry whose patch
 *     was applied before
 */
public record PatchedState(long version, boolean applied) {}
