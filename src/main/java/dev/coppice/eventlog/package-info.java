/**
 * The event log. Each event is a row, written in the transaction of the change; the row gets its position in the log
 * after the commit. A reader that resumes at a position misses nothing and reads nothing twice, or finds out that the
 * log was trimmed beyond that position.
 */
package dev.coppice.eventlog;
