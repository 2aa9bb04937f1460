package dev.coppice.message;

/**
 * A notice between rooms, observed inside the transaction: nobody reads a tree's messages any more, they are gone, and
 * what else was kept of them goes now. No part of the public API.
 */
public record TreePurging(long tree) {}
