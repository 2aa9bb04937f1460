package dev.coppice.eventlog;

/**
 * A row of the event log, as read by the search index.
 *
 * @param position position in the log; positions increase
 * @param session number of the session; 0 for rows that only search indexes read
 * @param type simple name of the event's class
 * @param data members of the event as a JSON object
 * @param createdAt time at which the row was written, in epoch milliseconds
 */
public record EventRow(long position, long session, String type, byte[] data, long createdAt) {}
