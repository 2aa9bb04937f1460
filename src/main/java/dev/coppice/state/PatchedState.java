package dev.coppice.state;

/**
 * What an append did with its {@link StatePatch}.
 *
 * @param version version of the session's state object afterwards; 0 if none is stored
 * @param applied true if the patch was applied; false if the append wrote no message, so that the patch was applied
 *     when the messages were written
 */
public record PatchedState(long version, boolean applied) {}
