package dev.coppice.client;

import java.util.List;

/**
 * The result of an append.
 *
 * @param messages what became of each message of the request, in the order of the request
 * @param leafId id of the session's leaf (its latest message) after the append
 * @param tokens estimated tokens of the messages on the path to the leaf
 * @param trimmed number of old messages that the server removed because the session's limit {@code maxMessages} was
 *     exceeded
 * @param compaction the compaction that the server made before it answered; null if there was none
 * @param stateVersion version of the state object; null if the append had no {@code statePatch}
 * @param isStatePatched true if the {@code statePatch} was applied. False if the append had none, or if all messages
 *     were already stored: the server then takes the request for a repetition and does not apply the patch again
 */
public record Appended(
        List<Stored> messages,
        String leafId,
        long tokens,
        long trimmed,
        Compaction compaction,
        Long stateVersion,
        boolean isStatePatched) {

    /**
     * What became of one message of the request.
     *
     * @param id id of the message
     * @param parentId id of the parent; null for a root
     * @param inserted true if the message was inserted; false if it was already stored or was skipped
     * @param tokens estimated tokens of the message
     * @param reason {@code kept}, {@code replaced}, {@code synthetic} or {@code trimmed}; null for a message to which
     *     nothing special happened
     */
    public record Stored(String id, String parentId, boolean inserted, long tokens, String reason) {}

    /** Returns the id of the last message. */
    public String lastId() {
        return messages.get(messages.size() - 1).id();
    }

    static Appended of(Json json) {
        var state = json.object("state", object -> object);
        return new Appended(
                json.objects("appended", Appended::stored),
                json.string("leafId"),
                json.count("tokens"),
                json.count("trimmed"),
                json.object("compaction", Compaction::of),
                state == null ? null : state.number("version"),
                state != null && state.flag("patched"));
    }

    private static Stored stored(Json json) {
        return new Stored(
                json.string("id"),
                json.string("parentId"),
                json.flag("inserted"),
                json.count("tokens"),
                json.string("reason"));
    }
}
