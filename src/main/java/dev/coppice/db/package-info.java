/**
 * Database infrastructure: the {@link dev.coppice.db.Dialect}, migrations, checks at startup, a clock that all nodes
 * share, the classification of SQL errors, reads by plain JDBC, and the queue of writers per session.
 */
package dev.coppice.db;
