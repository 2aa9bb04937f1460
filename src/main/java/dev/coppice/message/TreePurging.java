package dev.coppice.message;

/**
 * Internal notice, fired inside the transaction: the purge of an orphaned tree begins. It may be fired several times
 * for one tree, because a purge takes several transactions. The session of this tree was deleted or cleared. Observers
 * delete their own data about the tree's messages that was visible in that session only. Forks may still read the
 * tree's rows; {@link RowsPurging} announces later that rows are purged. Not part of the public API.
 *
 * @param tree id of the tree
 */
public record TreePurging(long tree) {}
