package dev.coppice.format;

import dev.coppice.Ids;
import java.util.List;

/**
 * A message as a model is to get it, independent of formats; or one step of a message: what a model said in one go, with
 * its calls and their results. Immutable; lists are unmodifiable.
 *
 * @param number of the stored message in its conversation, from 0
 * @param name of the sender; null when it has none
 * @param others members that mean nothing to a model
 */
record ModelMessage(int number, String id, Role role, String name, List<Member> others, List<Content> contents) {
    /** A member of a stored message. */
    record Member(String name, JsonSlice json) {}

    ModelMessage {
        others = List.copyOf(others);
        contents = List.copyOf(contents);
    }

    ModelMessage with(List<Content> contents) {
        return new ModelMessage(number, id, role, name, others, contents);
    }

    ModelMessage by(Role role) {
        return new ModelMessage(number, id, role, name, others, contents);
    }

    /** True for the summary that replaces compacted messages. */
    boolean isSummary() {
        return id != null && id.startsWith(Ids.RESERVED);
    }

    /** True when it holds more than the beginnings of steps. */
    boolean hasContent() {
        return !contents.stream().allMatch(Content.Step.class::isInstance);
    }
}
