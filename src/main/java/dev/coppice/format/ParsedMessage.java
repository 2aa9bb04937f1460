package dev.coppice.format;

import dev.coppice.Ids;
import java.util.List;

/**
 * A message, or one step of one: what a model said in one go, with its calls and their results.
 *
 * @param number which of the stored messages it comes from
 * @param name of the sender, or null
 * @param others members that say nothing to a model, as JSON
 */
record ParsedMessage(int number, String id, Role role, String name, List<Member> others, List<Part> parts) {
    /** A member of a message that says nothing to a model. */
    record Member(String name, String json) {}

    ParsedMessage {
        others = List.copyOf(others);
        parts = List.copyOf(parts);
    }

    ParsedMessage with(List<Part> parts) {
        return new ParsedMessage(number, id, role, name, others, parts);
    }

    ParsedMessage by(Role role) {
        return new ParsedMessage(number, id, role, name, others, parts);
    }

    /** True for what stands for compacted messages. */
    boolean isSummary() {
        return id != null && id.startsWith(Ids.RESERVED);
    }

    /** True when it has more than the beginnings of steps. */
    boolean hasContent() {
        return !parts.stream().allMatch(Part.Step.class::isInstance);
    }
}
