/**
 * The search index of one node: a projection of messages and block entries that follows the event log from a checkpoint, and
 * can be verified and rebuilt while it serves searches.
 */
package dev.coppice.search.index;
