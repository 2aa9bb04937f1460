package dev.coppice.format;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Fingerprint;
import dev.coppice.json.JsonInput;
import dev.coppice.json.JsonText;
import dev.coppice.json.Times;
import java.util.List;
import java.util.Set;

/**
 * A message as its sender wrote it, with the values that the server reads from it. The JSON is kept verbatim, but a
 * missing id or time is inserted: before the last brace, or in place of the null that the sender wrote. Immutable; the
 * array must not be modified.
 *
 * @param id id of the message; null if the sender gave none, until {@link #named} or {@link #completed} adds one
 * @param role role as the sender wrote it
 * @param createdAt time in milliseconds since the epoch; null if the sender gave none, until {@link #completed} adds
 *     one
 * @param tokens number of tokens as {@link Tokens} estimates it, or as another {@link TokenCounter} counts it
 * @param preview one line with the beginning of the first text or reasoning; empty if there is none
 * @param json the message as a JSON object in UTF-8
 */
public record MessageBody(String id, String role, Long createdAt, int tokens, String preview, byte[] json) {
    private static final Set<String> TIME = Set.of("createdAt");

    /**
     * Reads and checks a message. Throws 400 {@code malformed} if the bytes are no JSON, are nested too deeply or
     * contain a number of more than 1,000 digits, 422 {@code invalid-id} if the message's id is invalid, 422
     * {@code invalid-message} if it has any other error.
     */
    public static MessageBody of(byte[] json) {
        return read(json, "");
    }

    /**
     * Reads and checks a message within a request. Throws 400 {@code malformed} if the bytes are no JSON, are nested
     * too deeply or contain a number of more than 1,000 digits, 422 {@code invalid-id} if the message's id is invalid,
     * 422 {@code invalid-message} if it has any other error.
     *
     * @param pointer JSON pointer to the message in the request, for error messages
     */
    public static MessageBody read(byte[] json, String pointer) {
        var in = JsonInput.of(json);
        if (!in.atObject()) {
            throw Problem.at(pointer, Code.INVALID_MESSAGE, "The message must be an object.");
        }
        var slice = in.slice(Code.INVALID_MESSAGE);
        in.end();
        return ofSlice(slice, pointer);
    }

    /**
     * Checks a message that {@link JsonInput#slice} has read from a request. Throws 422 {@code invalid-id} if the
     * message's id is invalid, 422 {@code invalid-message} if it has any other error.
     *
     * @param json an object in valid UTF-8 without duplicate keys
     * @param pointer JSON pointer to the message in the request, for error messages
     */
    public static MessageBody ofSlice(byte[] json, String pointer) {
        return MessageChecker.check(json, pointer, TokenCounter.ESTIMATE);
    }

    /**
     * Returns the message with its tokens as the given counter counts them, at most {@code Integer.MAX_VALUE}. For
     * {@link TokenCounter#ESTIMATE}, returns this object: a message that was read from JSON already has the estimate,
     * and an imported one has the tokens of the other database.
     */
    public MessageBody countedBy(TokenCounter counter) {
        if (counter == TokenCounter.ESTIMATE) {
            return this;
        }
        int counted = (int) Math.min(MessageTokens.of(json, counter), Integer.MAX_VALUE);
        return new MessageBody(id, role, createdAt, counted, preview, json);
    }

    /**
     * Returns the message with an id and a time. Keeps the id and the time of the sender if there are any.
     *
     * @param newId id for a message without one
     * @param now time for a message without one, in milliseconds since the epoch
     */
    public MessageBody completed(String newId, long now) {
        var named = named(newId);
        if (createdAt != null) {
            return named;
        }
        var time = '"' + Times.text(now) + '"';
        return new MessageBody(named.id, role, now, tokens, preview, with(named.json, "createdAt", time));
    }

    /**
     * Returns the message with an id. Keeps the id of the sender if there is one. Does not change the time.
     *
     * @param newId id for a message without one
     */
    public MessageBody named(String newId) {
        if (id != null) {
            return this;
        }
        return new MessageBody(newId, role, createdAt, tokens, preview, with(json, "id", JsonText.quoted(newId)));
    }

    /**
     * Sets a member of a message's JSON that is missing or null, and returns the new JSON. Parses the JSON only if it
     * contains the word null.
     *
     * @param value the member's value as JSON
     */
    private static byte[] with(byte[] json, String name, String value) {
        boolean mayBeNull = ParsedMessage.containsAny(json, List.of("null"));
        var member = mayBeNull ? ParsedMessage.of(json).members().get(name) : null;
        var splice = member == null
                ? Splice.insert(json.length - 1, ",\"" + name + "\":" + value)
                : Splice.replace(member, value);
        return Splice.apply(json, List.of(splice));
    }

    /**
     * Returns a hash of the message's JSON value. White space, the order of members and the escapes in strings do not
     * affect it. Neither does the member {@code createdAt}: it is optional, and callers compare it separately.
     */
    public byte[] fingerprint() {
        return Fingerprint.of(json, TIME);
    }

    public boolean hasTime() {
        return createdAt != null;
    }

    /** True if the message has an id that begins with the prefix that is reserved for the ids of compactions. */
    public boolean isReserved() {
        return id != null && id.startsWith(Ids.RESERVED);
    }

    /**
     * Checks the size of this message, and returns the message itself. Throws 413 {@code too-large} if the message has
     * more than {@code maxBytes} bytes, the value of the setting {@code coppice.message.max-bytes}.
     */
    public MessageBody checkSize(int maxBytes) {
        if (json.length > maxBytes) {
            throw new Problem(Code.TOO_LARGE, "A message must not have more than " + maxBytes + " bytes.");
        }
        return this;
    }
}
