package dev.coppice.llm;

import jakarta.ejb.ApplicationException;
import java.util.Locale;

/**
 * A model gave no answer that can be used. The message may be shown to anybody: neither it nor a cause has the key, an
 * address or a word of the conversation. There is no cause, because the words of others might.
 */
@ApplicationException
public class ChatFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why; the words are stable. */
    public enum Reason {
        /** No endpoint or no model is named. */
        NOT_CONFIGURED,
        /** There was no answer at all. */
        UNREACHABLE,
        /** The answer was not whole in time. */
        TIMEOUT,
        /** The endpoint answered with another status than 200, see {@link ChatFailure#status}. */
        REJECTED,
        /** The answer broke off, is none of the provider's, or has no text. */
        GARBLED,
        /** The model had more to say than it had tokens. */
        CUT_OFF,
        /** The answer has more bytes than are read. */
        TOO_LARGE,
        /** The server shuts down. */
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

    /** The endpoint's, or 0 where there was none. */
    public int status() {
        return status;
    }
}
