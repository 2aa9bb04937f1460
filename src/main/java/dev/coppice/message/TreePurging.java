package dev.coppice.message;

/**
 * Internal notice, fired inside the transaction: the purge of an orphaned tree begins. It may be fired several times
 * for one tree. The session of this tree was deleted or cleared. Observers delete the data about the tree, other than
 * messages, that was visible only in that session. Forks may still read the tree's rows; {@link RowsPurging} announces
 * later that rows are purged. Not part of the public API.
 *
 * @param tree id of the tree
 */
public record TreePurging(long tree) {}
