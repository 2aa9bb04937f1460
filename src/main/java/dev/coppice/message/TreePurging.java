package dev.coppice.message;

/**
 * A notice between rooms, observed inside the transaction: the session that a tree belonged to is gone, and what only its
 * readers saw beside the messages goes. What was written in the rows themselves is still read by forks: see {@link
 * RowsPurging}. No part of the public API.
 */
public record TreePurging(long tree) {}
