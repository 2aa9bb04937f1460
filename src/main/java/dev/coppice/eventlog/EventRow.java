package dev.coppice.eventlog;

/**
 * A row of the event log: a committed event that has got its position.
 *
 * @param position position in the log; later events have higher ones
 * @param session database id of the session's row; 0 for a row that only the search indexes read
 * @param type name of the kind of event, such as {@code MessageAppended} or {@code RowsPurged}
 * @param data the event as a JSON object in UTF-8
 * @param createdAt time at which the row was written, in milliseconds since the epoch
 */
public record EventRow(long position, long session, String type, byte[] data, long createdAt) {}
