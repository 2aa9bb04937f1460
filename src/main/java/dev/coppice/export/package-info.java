/**
 * Exports of sessions as JSON Lines, from which package {@code imports} makes equal sessions in another database. An
 * export is streamed: each line is read in a short transaction of its own, while the one before is being sent. So the
 * memory does not depend on the size of a session. Each page of messages is consistent. If a session is written during
 * its export, the export contains some of these writes and others not.
 */
package dev.coppice.export;
