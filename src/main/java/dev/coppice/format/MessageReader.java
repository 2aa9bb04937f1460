package dev.coppice.format;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.DatabaseClock;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Times;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Reads what Coppice must know of a message, in one pass: id, role, time, tokens, the beginning of its text. It knows
 * the shapes of the AI SDK ({@code parts}), OpenAI ({@code content}, {@code tool_calls}), Anthropic and AgentScope
 * (blocks in {@code content}); a shape that it does not know counts as little as it shows.
 */
public final class MessageReader {
    private static final int PREVIEW_CHARACTERS = 80;
    private static final int PREVIEW_SOURCE = 400;

    /** Times that every database and every client can hold. */
    private static final long FIRST_TIME = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();

    private static final long LAST_TIME =
            Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Cntrl}]+");

    private final byte[] json;
    private final String pointer;
    private final JsonInput in;
    private final PartReader parts;

    private String id;
    private String role;
    private Long createdAt;
    private boolean hasContent;
    private long partsTokens = -1;
    private long contentTokens;
    private long callTokens;
    private String firstText = "";

    public MessageReader(byte[] json, String pointer, TokenCounter counter) {
        this.json = json;
        this.pointer = pointer;
        this.in = JsonInput.of(json);
        this.parts = new PartReader(in, this::text, counter);
    }

    public MessageBody read() {
        in.object(this::member);
        if (role == null) {
            throw invalid("/role", "A message needs a role.");
        }
        if (!hasContent) {
            throw invalid("", "A message needs parts or content.");
        }
        long tokens = Tokens.PER_MESSAGE + (partsTokens >= 0 ? partsTokens : contentTokens) + callTokens;
        return new MessageBody(
                id, role, createdAt, (int) Math.min(tokens, Integer.MAX_VALUE), preview(firstText), json);
    }

    /** Keeps the beginning of the first text. */
    private void text(PartReader.Kind kind, String text) {
        if (kind != PartReader.Kind.TOOL && firstText.isBlank()) {
            int end = Math.min(text.length(), PREVIEW_SOURCE);
            boolean pair = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
            firstText = text.substring(0, pair ? end - 1 : end);
        }
    }

    private void member(String name) {
        switch (name) {
            case "id" -> id = id();
            case "role" -> role = role();
            case "createdAt" -> createdAt = time();
            case "parts" -> {
                if (!in.atArray()) {
                    throw invalid("/parts", "Must be an array.");
                }
                partsTokens = parts.array();
                hasContent = true;
            }
            case "content" -> {
                if (!in.atArray() && !in.atString() && !in.isNull()) {
                    throw invalid("/content", "Must be a string, an array or null.");
                }
                contentTokens = in.atArray() ? parts.array() : parts.text();
                hasContent = true;
            }
            case "tool_calls" -> {
                if (!in.atArray() && !in.isNull()) {
                    throw invalid("/tool_calls", "Must be an array or null.");
                }
                hasContent |= in.atArray();
                callTokens = in.atArray() ? parts.calls() : 0;
            }
            default -> in.skip();
        }
    }

    private String id() {
        if (!in.atString()) {
            throw Problem.at(pointer + "/id", Code.INVALID_ID, "An id is a string.");
        }
        return Ids.check(in.string(), pointer + "/id");
    }

    private String role() {
        if (!in.atString() || in.string().isEmpty()) {
            throw invalid("/role", "A role is a string that is not empty.");
        }
        var text = in.string();
        if (text.codePointCount(0, text.length()) > Ids.MAX_LENGTH) {
            throw invalid("/role", "A role has at most " + Ids.MAX_LENGTH + " characters.");
        }
        return text;
    }

    /** A time in ISO-8601, in UTC when it names no offset, or in epoch milliseconds; null is the sender's own null. */
    private Long time() {
        if (in.isNull()) {
            return DatabaseClock.now();
        }
        try {
            long millis = in.atInteger()
                    ? Long.parseLong(in.json())
                    : in.atString() ? Times.millis(in.string()) : Long.MIN_VALUE;
            if (millis >= FIRST_TIME && millis <= LAST_TIME) {
                return millis;
            }
        } catch (DateTimeException | NumberFormatException e) {
            // no time, as said below
        }
        throw invalid("/createdAt", "A time is an ISO-8601 string such as 2026-11-21T10:00:00.000Z.");
    }

    private Problem invalid(String member, String detail) {
        return Problem.at(pointer + member, Code.INVALID_MESSAGE, detail);
    }

    /** One line of text, cut at a whole character. */
    private static String preview(String text) {
        var line = BLANKS.matcher(text.strip()).replaceAll(" ");
        return line.codePointCount(0, line.length()) <= PREVIEW_CHARACTERS
                ? line
                : line.substring(0, line.offsetByCodePoints(0, PREVIEW_CHARACTERS));
    }
}
