package dev.coppice.format;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * Checks a message before it is stored: its id, role and time, and the members with its content. If there are several
 * errors, reports the first one in document order. One object checks one message.
 */
final class MessageChecker {
    /** Earliest time that every supported database and client can represent, in milliseconds since the epoch. */
    private static final long FIRST_TIME = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();

    private static final long LAST_TIME =
            Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    private final String pointer;
    private String id;
    private String role;
    private Long createdAt;
    private boolean hasContent;

    /**
     * Creates a checker of one message.
     *
     * @param pointer JSON pointer to the message in the request; error messages append the name of the invalid member
     */
    private MessageChecker(String pointer) {
        this.pointer = pointer;
    }

    /**
     * Checks a message and returns it with its id, role, time, tokens and preview. Throws 422 {@code invalid-id} if the
     * id is invalid, 422 {@code invalid-message} if the message has any other error.
     *
     * @param json an object in valid UTF-8 without duplicate keys
     * @param pointer JSON pointer to the message in the request, for error messages
     * @param counter counts the tokens of the message
     */
    static MessageBody check(byte[] json, String pointer, TokenCounter counter) {
        var message = ParsedMessage.of(json);
        var checker = new MessageChecker(pointer);
        var members = message.members();
        for (int i = 0; i < members.size(); i++) {
            checker.member(members.name(i), members.value(i));
        }
        checker.checkComplete();
        return checker.body(message, json, counter);
    }

    /**
     * True if the members {@code createdAt}, {@code parts} and {@code tool_calls} of a message have a valid form or are
     * missing. Other members are not checked.
     */
    static boolean hasValidForms(ParsedMessage message) {
        var members = message.members();
        var time = members.get("createdAt");
        var parts = members.get("parts");
        var calls = members.get("tool_calls");
        return (time == null || time.isNull() || validTime(time) != null)
                && (parts == null || parts.isArray())
                && (calls == null || calls.isArray() || calls.isNull());
    }

    private void checkComplete() {
        if (role == null) {
            throw invalid("/role", "The message must have a member `role`.");
        }
        if (!hasContent) {
            throw invalid("", "The message must have `parts` or `content`.");
        }
    }

    private MessageBody body(ParsedMessage message, byte[] json, TokenCounter counter) {
        var tokens = new MessageTokens(counter, message);
        var preview = new MessagePreview();
        MessageTexts.visit(message, new CountAndPreview(tokens, preview));
        int count = (int) Math.min(tokens.count(), Integer.MAX_VALUE);
        return new MessageBody(id, role, createdAt, count, preview.line(), json);
    }

    private void member(String name, JsonSlice value) {
        switch (name) {
            case "id" -> id = id(value);
            case "role" -> role = role(value);
            case "createdAt" -> createdAt = time(value);
            case "parts", "content", "tool_calls" -> contents(name, value);
            default -> {
                // Other members may have any value.
            }
        }
    }

    private void contents(String name, JsonSlice value) {
        switch (name) {
            case "parts" -> require(value.isArray(), "/parts", "`parts` must be an array.");
            case "content" -> require(
                    value.isArray() || value.isString() || value.isNull(),
                    "/content",
                    "`content` must be a string, an array or null.");
            default -> require(
                    value.isArray() || value.isNull(), "/tool_calls", "`tool_calls` must be an array or null.");
        }
        hasContent |= !name.equals("tool_calls") || value.isArray();
    }

    private String id(JsonSlice value) {
        if (value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw Problem.at(pointer + "/id", Code.INVALID_ID, "`id` must be a string.");
        }
        return Ids.check(value.text(), pointer + "/id");
    }

    private String role(JsonSlice value) {
        var text = value.text();
        require(text != null && !text.isEmpty(), "/role", "`role` must be a string that is not empty.");
        boolean fits = text.codePointCount(0, text.length()) <= Ids.MAX_LENGTH;
        require(fits, "/role", "`role` must have at most " + Ids.MAX_LENGTH + " characters.");
        require(Ids.isStorable(text), "/role", "`role` must not hold the character U+0000.");
        return text;
    }

    private Long time(JsonSlice value) {
        if (value.isNull()) {
            return null;
        }
        var millis = validTime(value);
        require(millis != null, "/createdAt", "`createdAt` must be an ISO-8601 time such as 2026-11-21T10:00:00.000Z.");
        return millis;
    }

    /**
     * Returns a time in milliseconds since the epoch, read as {@link ParsedMessage#millis} reads it. Returns null if
     * the value is not a time, or if the database cannot store the time.
     */
    private static Long validTime(JsonSlice value) {
        try {
            var millis = ParsedMessage.millis(value);
            return millis != null && millis >= FIRST_TIME && millis <= LAST_TIME ? millis : null;
        } catch (DateTimeException | NumberFormatException e) {
            return null;
        }
    }

    private void require(boolean condition, String member, String detail) {
        if (!condition) {
            throw invalid(member, detail);
        }
    }

    private Problem invalid(String member, String detail) {
        return Problem.at(pointer + member, Code.INVALID_MESSAGE, detail);
    }

    /**
     * Counts the tokens of a message and makes its preview in one pass. Both receive the texts of the message. Only the
     * token count also receives files and outputs of tools, which the preview does not show.
     */
    private record CountAndPreview(MessageTokens tokens, MessagePreview preview) implements MessageTexts.Visitor {
        @Override
        public void text(String member, MessageTexts.Kind kind, String text) {
            tokens.text(member, kind, text);
            preview.text(member, kind, text);
        }

        @Override
        public void output(String member, JsonSlice output) {
            tokens.output(member, output);
        }

        @Override
        public void file(String member, ParsedPart part) {
            tokens.file(member, part);
        }
    }
}
