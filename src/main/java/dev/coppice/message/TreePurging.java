package dev.coppice.message;

/**
 * Internal notice, observed inside the transaction: the session of a tree is gone, and what only its readers saw beside
 * the messages is removed. Forks may still read the rows: see {@link RowsPurging}. Not part of the public API.
 */
public record TreePurging(long tree) {}
