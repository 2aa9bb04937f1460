package dev.coppice.message;

/**
 * Internal notice, observed inside the transaction: the session of a tree was deleted or cleared. Observers delete the
 * data about the tree, other than messages, that was visible only in that session. Forks may still read the tree's
 * rows; these are announced by {@link RowsPurging} later. Not part of the public API.
 */
public record TreePurging(long tree) {}
