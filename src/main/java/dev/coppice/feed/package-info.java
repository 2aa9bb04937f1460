/**
 * The event log: what has happened, in an order that a reader can follow without missing anything, kept in the
 * transaction in which it happened and announced after it.
 */
package dev.coppice.feed;
