/**
 * Finds again what was said, and what context blocks keep. The index is a projection of the messages and the entries: it
 * follows the event log, late by a bounded time, and can be verified and rebuilt while it serves. What it finds is shown
 * only after the database has said that it is there for whoever asks, in the text that they see.
 */
package dev.coppice.search;
