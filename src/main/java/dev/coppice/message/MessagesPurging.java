package dev.coppice.message;

/**
 * A notice between rooms, observed inside the transaction: some rows of a tree are removed, and what else was kept of them
 * goes now. No part of the public API.
 */
public record MessagesPurging(long tree, long branch, int from, int to) {}
