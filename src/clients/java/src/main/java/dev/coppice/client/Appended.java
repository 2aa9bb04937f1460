package dev.coppice.client;

import java.util.List;

/**
 * The outcome of an append.
 *
 * @param messages the messages of the request, in its order
 * @param leafId the session's leaf after the append
 * @param tokens tokens on the path to the leaf
 * @param trimmed number of old messages that the append removed because of {@code maxMessages}
 * @param compaction the compaction that the append waited for; null if there was none
 * @param stateVersion version of the state object; null if the append had no {@code statePatch}
 * @param isStatePatched false if all messages existed, so that the patch, applied with them, was not applied again
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
     * A message of the request.
     *
     * @param parentId null for a root
     * @param inserted false if it existed already, or was skipped
     * @param reason {@code kept}, {@code replaced}, {@code synthetic} or {@code trimmed}; null for an ordinary message
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
