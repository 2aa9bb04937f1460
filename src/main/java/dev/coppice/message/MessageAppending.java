package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.session.SessionName;
import java.util.Objects;

/**
 * CDI event for a message that is about to be appended or updated, fired inside the transaction before the write. An
 * observer may replace the message, for example to redact it, or veto it, which refuses the whole request. The
 * replacement keeps the id and is checked like any message; it is stored, counted, indexed and announced instead of the
 * original. A retry with the original message is still recognized. Not thread-safe.
 */
public final class MessageAppending {
    private final SessionName session;
    private final MessageBody original;
    private MessageBody message;

    MessageAppending(SessionName session, MessageBody message) {
        this.session = session;
        this.original = message;
        this.message = message;
    }

    public SessionName session() {
        return session;
    }

    /** Returns the message that is to be stored: the client's, or the replacement that an earlier observer set. */
    public MessageBody message() {
        return message;
    }

    /**
     * Replaces the message by a JSON object. Throws 422 {@code invalid-message} when the object is no message or has
     * another id.
     */
    public void replace(byte[] json) {
        var other = MessageBody.of(json).completed(original.id(), original.createdAt());
        if (!Objects.equals(other.id(), original.id())) {
            throw Problem.at("/id", Code.INVALID_MESSAGE, "A replacement keeps the message's id.");
        }
        message = other;
    }

    /** Refuses the whole request: the client gets 422 {@code append-vetoed} with this reason, and nothing is stored. */
    public void veto(String reason) {
        throw new Problem(Code.APPEND_VETOED, reason);
    }
}
