/**
 * Exports of sessions as JSON Lines, from which package {@code imports} makes equal sessions in another database. An
 * export is streamed: each line is read in a short transaction of its own, while the one before is being sent. So the
 * memory does not depend on the size of a session. Each page of messages is consistent; a session that is written during
 * its export is exported with some of these writes.
 */
package dev.coppice.export;
