package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.session.SessionName;
import java.util.Objects;

/**
 * A message is about to be written. Fired inside the transaction, before the write, for appended and for updated
 * messages: an observer may replace the message, for example redact it, or veto it, which refuses the whole request.
 * The replacement keeps the id, is checked like any message, and is what is stored, counted, indexed and announced; a
 * retry of the sender is still recognized. Not thread-safe.
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

    /** The message as it would be stored now: the sender's, or an earlier observer's replacement. */
    public MessageBody message() {
        return message;
    }

    /** Stores this JSON object instead; 422 {@code invalid-message} when it is no message or has another id. */
    public void replace(byte[] json) {
        var other = MessageBody.of(json).completed(original.id(), original.createdAt());
        if (!Objects.equals(other.id(), original.id())) {
            throw Problem.at("/id", Code.INVALID_MESSAGE, "A replacement keeps the message's id.");
        }
        message = other;
    }

    /** Refuses the request: 422 {@code append-vetoed} with this reason; nothing is stored. */
    public void veto(String reason) {
        throw new Problem(Code.APPEND_VETOED, reason);
    }
}
