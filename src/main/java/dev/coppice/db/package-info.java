/**
 * What the application needs of its database besides tables: a clock that all nodes share, migrations, checks at startup,
 * the meaning of SQL errors, and one writer per session at a time.
 */
package dev.coppice.db;
