package dev.coppice.format;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Fingerprint;
import dev.coppice.json.JsonInput;
import dev.coppice.json.JsonText;
import dev.coppice.json.Times;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/**
 * A message as its sender wrote it, and what Coppice reads out of it. The JSON is kept verbatim; a missing id and a
 * missing time are spliced in before its last brace, nothing else is ever changed. Immutable; nobody writes into the
 * array.
 *
 * @param id null when the sender gave none
 * @param createdAt epoch milliseconds, null when the sender gave none
 * @param tokens estimated, until a counter has counted them
 * @param preview the beginning of its first text
 */
public record MessageBody(String id, String role, Long createdAt, int tokens, String preview, byte[] json) {
    private static final Set<String> TIME = Set.of("createdAt");

    /** Reads a message; 422 {@code invalid-message} or {@code invalid-id}, 400 {@code malformed}. */
    public static MessageBody of(byte[] json) {
        return read(json, "");
    }

    /**
     * As {@link #of}.
     *
     * @param pointer where the message stands in the request
     */
    public static MessageBody read(byte[] json, String pointer) {
        var in = JsonInput.of(json);
        if (!in.atObject()) {
            throw Problem.at(pointer, Code.INVALID_MESSAGE, "A message is an object.");
        }
        var slice = in.slice(Code.INVALID_MESSAGE);
        in.end();
        return new MessageReader(slice, pointer, TokenCounter.ESTIMATE).read();
    }

    /** This message with its tokens counted by another counter than the estimate. */
    public MessageBody countedBy(TokenCounter counter) {
        if (counter == TokenCounter.ESTIMATE) {
            return this;
        }
        var counted = new MessageReader(json, "", counter).read();
        return new MessageBody(id, role, createdAt, counted.tokens, preview, json);
    }

    /** This message with an id and a time, its own or else the given ones. */
    public MessageBody completed(String newId, long now) {
        var named = named(newId);
        if (createdAt != null) {
            return named;
        }
        var member = ",\"createdAt\":\"" + Times.text(now) + '"';
        return new MessageBody(named.id, role, now, tokens, preview, spliced(named.json, member));
    }

    /** This message with an id, its own or else the given one; its time stays as it is. */
    public MessageBody named(String newId) {
        if (id != null) {
            return this;
        }
        var member = ",\"id\":" + JsonText.quoted(newId);
        return new MessageBody(newId, role, createdAt, tokens, preview, spliced(json, member));
    }

    private static byte[] spliced(byte[] json, String members) {
        var more = members.getBytes(StandardCharsets.UTF_8);
        var longer = Arrays.copyOf(json, json.length + more.length);
        System.arraycopy(more, 0, longer, json.length - 1, more.length);
        longer[longer.length - 1] = '}';
        return longer;
    }

    /** The same for every spelling of the same message; the time is compared apart, because it may be missing. */
    public byte[] fingerprint() {
        return Fingerprint.of(json, TIME);
    }

    public boolean hasTime() {
        return createdAt != null;
    }

    public boolean isReserved() {
        return id != null && id.startsWith(Ids.RESERVED);
    }

    /** Refuses a message of more bytes than {@code coppice.message.max-bytes} allows: 413 {@code too-large}. */
    public MessageBody within(int maxBytes) {
        if (json.length > maxBytes) {
            throw new Problem(Code.TOO_LARGE, "A message may have " + maxBytes + " bytes.");
        }
        return this;
    }
}
