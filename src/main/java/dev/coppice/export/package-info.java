/**
 * Exports of sessions as JSON Lines, from which package {@code imports} makes equal sessions in another database. An
 * export is streamed: each page of rows is read in a short transaction of its own, and its lines are sent before the
 * next page is read. So the memory does not depend on the size of a session. Each page of messages is consistent. If a
 * session is written during its export, the export contains some of these writes and others not.
 */
package dev.coppice.export;
