package dev.coppice.run;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import dev.coppice.state.ListItem;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Validates the requirements of a run, which say what a paused run waits for. They are an array of objects, each with a
 * {@code type}. A {@code tool-result} waits for the result of a tool call that is executed elsewhere; it has a
 * {@code toolCallId}. A {@code confirmation} waits for a decision; it may have a Boolean {@code confirmed}. An
 * {@code input} waits for data; it has {@code fields}, each with a {@code name}. Other members are not checked.
 */
final class Requirements {
    private final JsonInput in;

    private Requirements(JsonInput in) {
        this.in = in;
    }

    /**
     * Checks the requirements of a run and returns them. Throws 422 {@code invalid} with a JSON pointer to the error if
     * they are invalid.
     *
     * @param item the requirements
     */
    static ListItem checked(ListItem item) {
        new Requirements(JsonInput.of(item.json())).check();
        return item;
    }

    /**
     * Returns the types of requirements, each once, in the order of their first appearance.
     *
     * @param requirements a JSON array that {@link #checked} has accepted; null for no requirements
     */
    static List<String> types(byte[] requirements) {
        var types = new LinkedHashSet<String>();
        if (requirements != null) {
            var in = JsonInput.of(requirements);
            in.array(() -> in.object(name -> {
                if (name.equals("type") && in.atString()) {
                    types.add(in.string());
                } else {
                    in.skip();
                }
            }));
        }
        return List.copyOf(types);
    }

    private void check() {
        if (!in.atArray()) {
            throw wrong("Requirements must be an array.");
        }
        in.array(this::requirement);
    }

    /**
     * What has been read of one requirement so far: its type, whether it has a {@code toolCallId}, and whether its
     * array {@code fields} has at least one item.
     */
    private static final class Requirement {
        private String type;
        private boolean call;
        private boolean fields;
    }

    private void requirement() {
        var pointer = in.pointer();
        if (!in.atObject()) {
            throw wrong("A requirement must be an object.");
        }
        var requirement = new Requirement();
        in.object(name -> member(name, requirement));
        boolean complete = requirement.type != null
                && switch (requirement.type) {
                    case "tool-result" -> requirement.call;
                    case "input" -> requirement.fields;
                    default -> true;
                };
        if (!complete) {
            throw wrong(
                    pointer,
                    "A requirement needs a type: tool-result with a toolCallId, confirmation, or input with fields.");
        }
    }

    /**
     * Checks one member of a requirement and records its type, call id or fields in {@code requirement}. The reader
     * must be at the member's value. Throws 422 {@code invalid} if the value is wrong. Accepts any member with another
     * name, and any member whose value is JSON null.
     *
     * @param name name of the member
     */
    private void member(String name, Requirement requirement) {
        if (in.isNull()) {
            return;
        }
        switch (name) {
            case "type" -> requirement.type = type();
            case "toolCallId" -> requirement.call = text("toolCallId must be a string that is not empty.");
            case "confirmed" -> {
                if (!in.atBoolean()) {
                    throw wrong("confirmed must be true, false or null.");
                }
            }
            case "fields" -> {
                if (!in.atArray()) {
                    throw wrong("fields must be an array.");
                }
                in.array(() -> requirement.fields |= field());
            }
            default -> in.skip();
        }
    }

    private String type() {
        var type = in.atString() ? in.string() : "";
        return switch (type) {
            case "tool-result", "confirmation", "input" -> type;
            default -> throw wrong("The type of a requirement must be tool-result, confirmation or input.");
        };
    }

    private boolean field() {
        var pointer = in.pointer();
        var members = new HashSet<String>();
        if (in.atObject()) {
            in.object(name -> {
                members.add(name);
                if (name.equals("name")) {
                    text("The name of a field must be a string that is not empty.");
                } else {
                    in.skip();
                }
            });
        }
        if (!members.contains("name")) {
            throw wrong(pointer, "A field must be an object with a name.");
        }
        return true;
    }

    private boolean text(String detail) {
        if (!in.atString() || in.string().isEmpty()) {
            throw wrong(detail);
        }
        return true;
    }

    private Problem wrong(String detail) {
        return wrong(in.pointer(), detail);
    }

    private static Problem wrong(String pointer, String detail) {
        return Problem.at("/requirements" + pointer, Code.INVALID, detail);
    }
}
