/**
 * Exports of sessions as JSON Lines, from which package {@code imports} makes equal sessions in another database. An
 * export is streamed: each page of rows is read by a few short queries, and its lines are sent before the next page is
 * read. So the memory that an export needs does not depend on the size of a session. No transaction includes the whole
 * export: if a session is written meanwhile, the export contains some of these writes and others not.
 */
package dev.coppice.export;
