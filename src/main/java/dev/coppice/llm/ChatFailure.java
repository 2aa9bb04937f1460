package dev.coppice.llm;

import jakarta.ejb.ApplicationException;
import java.util.Locale;

/**
 * Thrown when a model call gives no usable answer. The message may be shown to anybody: it contains no key, no address and no
 * text of the conversation. There is no cause, because the message of a cause may contain them.
 */
@ApplicationException
public class ChatFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The reason of a failure; its words are stable. */
    public enum Reason {
        /** No endpoint or no model is configured. */
        NOT_CONFIGURED,
        /** There was no answer at all. */
        UNREACHABLE,
        /** The answer was not complete in time. */
        TIMEOUT,
        /** The endpoint answered with a status other than 200, see {@link ChatFailure#status}. */
        REJECTED,
        /** The answer was interrupted, does not follow the provider's protocol, or has no text. */
        GARBLED,
        /** The answer reached {@code coppice.llm.max-tokens}. */
        CUT_OFF,
        /** The answer exceeds {@code coppice.llm.max-answer-bytes}. */
        TOO_LARGE,
        /** The call was interrupted, mostly because the server shuts down. */
        STOPPED;

        /** For example {@code not-configured}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final Reason reason;
    private final int status;

    ChatFailure(Reason reason, String message) {
        this(reason, 0, message);
    }

    ChatFailure(Reason reason, int status, String message) {
        super(message);
        this.reason = reason;
        this.status = status;
    }

    public Reason reason() {
        return reason;
    }

    /** The HTTP status of the endpoint's answer; 0 when there was none. */
    public int status() {
        return status;
    }
}
