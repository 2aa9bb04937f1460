/**
 * The event log: what has happened, kept in the transaction in which it happened and announced after it, in an order that
 * a reader can follow. Whoever resumes where it has stopped misses nothing and sees nothing twice, or is told that the
 * log does not reach back so far.
 */
package dev.coppice.feed;
