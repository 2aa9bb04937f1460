/**
 * The event log: each change of a session is a row, written in the transaction of the change; the row gets its position
 * after the commit. A reader that resumes at a position misses nothing and sees nothing twice, or learns that the log was
 * trimmed beyond that position.
 */
package dev.coppice.eventlog;
