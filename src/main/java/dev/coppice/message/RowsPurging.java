package dev.coppice.message;

import java.util.List;

/**
 * Internal notice, fired inside the transaction: message rows of a tree, or the bodies in them, are being purged
 * because no session reads them any more. Observers delete their own data about these rows. Not part of the public API.
 *
 * @param tree id of the tree
 * @param rows the rows, as ranges in any order
 */
public record RowsPurging(long tree, List<Path.Range> rows) {}
