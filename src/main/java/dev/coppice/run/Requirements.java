package dev.coppice.run;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import dev.coppice.state.ListItem;

/**
 * What a paused run waits for: an array of objects, each of a {@code type}. A {@code tool-result} names the
 * {@code toolCallId} of a call that is carried out elsewhere; a {@code confirmation} may have been given already
 * ({@code confirmed}); an {@code input} has {@code fields}, each with a {@code name}. Whatever else they hold is the
 * agent's own.
 */
final class Requirements {
    private final JsonInput in;

    private Requirements(JsonInput in) {
        this.in = in;
    }

    /** 422 {@code invalid} where something is wrong; null is right. */
    static ListItem checked(ListItem item) {
        new Requirements(JsonInput.of(item.json())).check();
        return item;
    }

    private void check() {
        if (in.isNull()) {
            return;
        }
        if (!in.atArray()) {
            throw wrong("Requirements are an array.");
        }
        in.array(this::requirement);
    }

    /** What is known of one of them when it has been read. */
    private static final class Seen {
        private String type;
        private boolean call;
        private boolean fields;
    }

    private void requirement() {
        var pointer = in.pointer();
        if (!in.atObject()) {
            throw wrong("A requirement is an object.");
        }
        var seen = new Seen();
        in.object(name -> member(name, seen));
        boolean complete = seen.type != null
                && switch (seen.type) {
                    case "tool-result" -> seen.call;
                    case "input" -> seen.fields;
                    default -> true;
                };
        if (!complete) {
            throw wrong(
                    pointer,
                    "A requirement has a type: tool-result with a toolCallId, confirmation, or input with fields.");
        }
    }

    private void member(String name, Seen seen) {
        switch (name) {
            case "type" -> seen.type = type();
            case "toolCallId" -> seen.call = text("toolCallId is a string that is not empty.");
            case "confirmed" -> {
                if (!in.isNull() && !in.atBoolean()) {
                    throw wrong("confirmed is true, false or null.");
                }
            }
            case "fields" -> {
                if (!in.atArray()) {
                    throw wrong("fields are an array.");
                }
                in.array(() -> seen.fields |= field());
            }
            default -> in.skip();
        }
    }

    private String type() {
        var type = in.atString() ? in.string() : "";
        return switch (type) {
            case "tool-result", "confirmation", "input" -> type;
            default -> throw wrong("A requirement is of type tool-result, confirmation or input.");
        };
    }

    private boolean field() {
        var pointer = in.pointer();
        var named = new boolean[1];
        if (in.atObject()) {
            in.object(name -> {
                if (name.equals("name")) {
                    named[0] = text("A field's name is a string that is not empty.");
                } else {
                    in.skip();
                }
            });
        }
        if (!named[0]) {
            throw wrong(pointer, "A field is an object with a name.");
        }
        return true;
    }

    private boolean text(String otherwise) {
        if (!in.atString() || in.string().isEmpty()) {
            throw wrong(otherwise);
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
