package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.session.SessionName;
import java.util.Objects;

/**
 * CDI event, fired inside the transaction before a message is appended or updated. An observer may replace the message,
 * for example to redact it. It may also veto the message; then the whole request is refused and nothing is stored. A
 * replacement must have the same id and is checked like any message. The replacement is stored, counted, indexed and
 * announced instead of the client's message. If the client sends its original message again, the server recognizes it
 * as a retry. Not thread-safe.
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

    /** Returns the message that is to be stored: the client's message, or the replacement that an observer has set. */
    public MessageBody message() {
        return message;
    }

    /**
     * Sets the message to be stored instead of the client's: a JSON object in UTF-8. Throws 400 {@code malformed} if
     * {@code json} is not valid JSON, 422 {@code invalid-id} if it has an invalid id, 422 {@code invalid-message} if it
     * is not a message or has another id than the client's message.
     */
    public void replace(byte[] json) {
        var other = MessageBody.of(json).completed(original.id(), original.createdAt());
        if (!Objects.equals(other.id(), original.id())) {
            throw Problem.at("/id", Code.INVALID_MESSAGE, "A replacement keeps the message's id.");
        }
        message = other;
    }

    /**
     * Refuses the whole request by throwing a {@link Problem}: the client gets 422 {@code append-vetoed} with this
     * reason, and nothing is stored.
     */
    public void veto(String reason) {
        throw new Problem(Code.APPEND_VETOED, reason);
    }
}
