package dev.coppice.llm;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import jakarta.ejb.ApplicationException;
import java.util.Locale;

/**
 * Thrown if a model call returns no usable answer. The exception's message is safe to show: it contains no API key, no
 * address and no text of the conversation. The exception has no cause, because the message of a cause may contain such
 * data.
 */
@ApplicationException
public class ChatFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why a model call failed. The names of the constants will never change. */
    public enum Reason {
        /** The settings configure no endpoint or no model. */
        NOT_CONFIGURED,
        /** No response was received from the model endpoint. */
        UNREACHABLE,
        /**
         * The complete answer was not received within {@code coppice.llm.timeout}, or within what is left of
         * {@code coppice.llm.total-timeout}.
         */
        TIMEOUT,
        /** The endpoint responded with a status other than 200; see {@link ChatFailure#status}. */
        REJECTED,
        /**
         * The connection broke during the model's answer, or the answer does not follow the provider's protocol, or has
         * no text.
         */
        GARBLED,
        /** The model's answer is incomplete, because it reached the limit {@code coppice.llm.max-tokens}. */
        CUT_OFF,
        /** The answer is larger than {@code coppice.llm.max-answer-bytes}. */
        TOO_LARGE,
        /** The call was interrupted, because the server stops. */
        STOPPED;

        /** Returns the name of the reason in lower case, for example {@code not-configured}. */
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

    /**
     * Returns the problem with which the server answers a request after its model call has failed: 503
     * {@code unavailable} if the reason is {@code STOPPED}, because the same request may succeed on another node or
     * after the start.
     *
     * @param code code of the problem for all other reasons
     * @param what first words of the problem's detail: what has failed, such as {@code The model}
     */
    public Problem toProblem(Code code, String what) {
        return reason == Reason.STOPPED
                ? new Problem(
                        Code.STOPPING, "The server stops, so the model was not awaited. Repeat the request later.")
                : new Problem(code, what + " failed: " + getMessage());
    }

    public Reason reason() {
        return reason;
    }

    /** Returns the HTTP status of the endpoint's response; 0 if there was no response. */
    public int status() {
        return status;
    }
}
