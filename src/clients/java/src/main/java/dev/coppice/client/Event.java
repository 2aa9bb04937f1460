package dev.coppice.client;

/**
 * An event of a feed.
 *
 * @param id the id with which a feed continues after this event; null for a {@code status}, which is not stored
 * @param name for example {@code MessageAppended}
 * @param data the ids of what has changed, a JSON object
 */
public record Event(String id, String name, String data) {

    /** Returns a string of the data, for example {@code sessionId} or {@code messageId}; null if it is absent. */
    public String get(String member) {
        return Json.of(data).string(member);
    }
}
