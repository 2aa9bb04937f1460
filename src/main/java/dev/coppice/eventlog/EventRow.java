package dev.coppice.eventlog;

/**
 * An event of the log as the search index reads it.
 *
 * @param position position in the log; rises
 * @param session number of the session
 * @param type simple name of the event's class
 * @param data members of the event as a JSON object
 * @param createdAt in epoch milliseconds
 */
public record EventRow(long position, long session, String type, byte[] data, long createdAt) {}
