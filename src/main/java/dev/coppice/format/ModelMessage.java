package dev.coppice.format;

import dev.coppice.Ids;
import java.util.List;

/**
 * A message for a model, independent of formats. It is either a whole stored message, or one step of a message: the
 * output of one model call with its tool calls and their results. Immutable; lists are unmodifiable.
 *
 * @param number index of the stored message in its conversation, from 0
 * @param id id of the stored message; null if the message has none, for example because it is not stored yet
 * @param role role of the sender
 * @param name name of the sender; null if the message does not name it
 * @param others members of the stored message that have no meaning for a model, for example {@code metadata}
 * @param contents texts, files, reasoning, calls and results, in their order
 */
record ModelMessage(int number, String id, Role role, String name, List<Member> others, List<Content> contents) {
    /**
     * A member of a stored message that has no meaning for a model.
     *
     * @param name name of the member
     * @param json value of the member
     */
    record Member(String name, JsonSlice json) {}

    ModelMessage {
        others = List.copyOf(others);
        contents = List.copyOf(contents);
    }

    ModelMessage with(List<Content> contents) {
        if (contents == this.contents) {
            return this;
        }
        return new ModelMessage(number, id, role, name, others, contents);
    }

    ModelMessage by(Role role) {
        return new ModelMessage(number, id, role, name, others, contents);
    }

    /** True if this message is the summary that a compaction puts in place of earlier messages. */
    boolean isSummary() {
        return id != null && id.startsWith(Ids.RESERVED);
    }

    /**
     * True if the message has content. A {@link Content.Step} does not count, because it only marks the start of a
     * model call.
     */
    boolean hasContent() {
        for (var content : contents) { // a loop, because this is called for each message of a turn
            if (!(content instanceof Content.Step)) {
                return true;
            }
        }
        return false;
    }
}
