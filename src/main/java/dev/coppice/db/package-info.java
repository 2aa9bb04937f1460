/**
 * Database infrastructure: the {@link dev.coppice.db.Dialect}, migrations, checks at startup, a clock that all nodes
 * share, the classification of SQL errors ({@link dev.coppice.db.DatabaseErrors}), reads with plain JDBC, and the queue
 * of writers per session ({@link dev.coppice.db.SessionQueue}), from which the 503 {@code busy} of a session with many
 * writers comes. After a timeout of a row lock the same 503 comes from {@code DatabaseErrors}.
 */
package dev.coppice.db;
