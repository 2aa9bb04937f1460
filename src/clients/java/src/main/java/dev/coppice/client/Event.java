package dev.coppice.client;

/**
 * An event of a feed: something has changed in a session.
 *
 * @param id id of the event, after which a feed can continue; null for the event {@code status}, which is not stored
 * @param name name of the event, for example {@code MessageAppended}
 * @param data a JSON object with the ids of what has changed
 */
public record Event(String id, String name, String data) {

    /**
     * Returns a text member of the event's data, for example {@code sessionId} or {@code messageId}; null if the data
     * have no such member.
     */
    public String get(String member) {
        return Json.of(data).string(member);
    }
}
