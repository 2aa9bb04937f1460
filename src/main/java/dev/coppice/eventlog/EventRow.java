package dev.coppice.eventlog;

/**
 * An event of the log, as far as the index is concerned.
 *
 * @param position in the log; rises
 * @param session the session's number
 * @param type the event's simple name
 * @param data the event's members as JSON
 * @param at epoch milliseconds
 */
public record EventRow(long position, long session, String type, byte[] data, long at) {}
