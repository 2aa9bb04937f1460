package dev.coppice.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Thrown if the server refuses a request or cannot be reached. {@link #code} says which error it is; a code never
 * changes its meaning. The OpenAPI document of the server lists the codes. Three further codes are those of this
 * client, with the status 0: {@link #UNREACHABLE}, {@link #INTERRUPTED} and {@link #INCOMPLETE}.
 */
public class CoppiceProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Code: the client got no answer until the deadline. It is unknown whether the server has executed the request. */
    public static final String UNREACHABLE = "unreachable";

    /**
     * Code: the thread was interrupted; its interrupt flag is set. It is unknown whether the server has executed the
     * request.
     */
    public static final String INTERRUPTED = "interrupted";

    /** Code: an export lacks its end, because the connection was lost. */
    public static final String INCOMPLETE = "incomplete";

    /** Code of an error response that does not come from Coppice, but for example from a proxy. */
    static final String FOREIGN = "foreign";

    /**
     * An invalid value in a request.
     *
     * @param pointer JSON Pointer to the value in the request's body, or the name of a query parameter
     * @param detail what is wrong with the value
     */
    public record FieldError(String pointer, String detail) {}

    private final int status;
    private final String code;
    private final transient List<FieldError> errors;
    private final Duration retryAfter;

    CoppiceProblem(int status, String code, String detail, List<FieldError> errors, Duration retryAfter) {
        super(detail);
        this.status = status;
        this.code = code;
        this.errors = errors;
        this.retryAfter = retryAfter;
    }

    CoppiceProblem(String code, String detail, Throwable cause) {
        this(0, code, detail, List.of(), null);
        initCause(cause);
    }

    /**
     * Returns the problem that an error response of the server describes.
     *
     * @param status HTTP status of the response
     * @param contentType media type of the response's body
     * @param body the body
     * @param retryAfter time after which the server asks for a repetition; null if it asks for none
     */
    static CoppiceProblem of(int status, String contentType, String body, Duration retryAfter) {
        if (!isType(contentType)) {
            var detail = "Status " + status + ", and not by Coppice";
            return new CoppiceProblem(status, FOREIGN, detail, List.of(), retryAfter);
        }
        var problem = Json.of(body);
        var errors =
                problem.objects("errors", error -> new FieldError(error.string("pointer"), error.string("detail")));
        var code = Optional.ofNullable(problem.string("code")).orElse(FOREIGN);
        var detail = problem.string("detail");
        return code.equals(StaleLeaf.CODE)
                ? new StaleLeaf(status, detail, errors, problem.string("leafId"))
                : new CoppiceProblem(status, code, detail, errors, retryAfter);
    }

    static boolean isType(String contentType) {
        return contentType.startsWith("application/problem+json");
    }

    /** Returns the code of the error, for example {@code session-not-found}. Codes never change. */
    public String code() {
        return code;
    }

    /** True if this is the code of the error. */
    public boolean is(String other) {
        return code.equals(other);
    }

    /** Returns the HTTP status of the response; 0 if the code is one of this client. */
    public int status() {
        return status;
    }

    /** Returns the time after which the request may be sent again; empty if the server has not said one. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** True if the server has not executed the request, and will probably execute it later. */
    boolean isBusy() {
        return status == 429 || is("busy");
    }

    /**
     * True if the server may have executed the request: no answer has come, a proxy has lost the server, or the server
     * has lost its database, perhaps during the commit. A repetition will probably succeed.
     */
    boolean isUncertain() {
        boolean lost = is(FOREIGN) && (status == 502 || status == 504);
        return !isBusy() && (is(UNREACHABLE) || status == 503 || lost);
    }

    /** Returns the invalid values of the request; empty if the server has named none. */
    public List<FieldError> errors() {
        return errors == null ? List.of() : errors;
    }

    /** Returns the code and a description of the error. */
    @Override
    public String toString() {
        return code + ": " + getMessage() + (errors().isEmpty() ? "" : " " + errors);
    }
}
