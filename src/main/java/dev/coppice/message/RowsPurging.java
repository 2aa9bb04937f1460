package dev.coppice.message;

import java.util.List;

/**
 * Internal notice, observed inside the transaction: the content of some rows of a tree is removed, because no session
 * reads it any more; data that belongs to the rows must go too. Not part of the public API.
 */
public record RowsPurging(long tree, List<Path.Range> rows) {}
