/**
 * The search index of one node. It is derived from messages and block entries, and follows the event log from a
 * checkpoint. It can be verified and rebuilt while it serves searches.
 */
package dev.coppice.search.index;
