package dev.coppice.message;

/**
 * Internal notice, observed inside the transaction: the purge of an orphaned tree, whose session was deleted or
 * cleared, begins or is repeated. Observers delete the data about the tree, other than messages, that was visible only
 * in that session. Forks may still read the tree's rows; {@link RowsPurging} announces later that rows are purged. Not
 * part of the public API.
 *
 * @param tree id of the tree
 */
public record TreePurging(long tree) {}
