package dev.coppice.message;

/**
 * Internal notice, observed inside the transaction: the session of a tree was deleted or cleared. Observers delete the
 * data that was visible only in that session, other than messages. Forks may still read the tree's rows: see {@link
 * RowsPurging}. Not part of the public API.
 */
public record TreePurging(long tree) {}
