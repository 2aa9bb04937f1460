package dev.coppice.client;

import java.util.List;
import java.util.Optional;

/**
 * The server has refused a request, or could not be reached. Test {@link #code}: the codes are stable, and the OpenAPI
 * document of the server lists them. Three codes are the client's own, and have the status 0: {@link #UNREACHABLE},
 * {@link #INTERRUPTED} and {@link #INCOMPLETE}.
 */
public class CoppiceProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Code: there was no answer until the deadline. A write may or may not have happened. */
    public static final String UNREACHABLE = "unreachable";

    /** Code: the thread was interrupted; its interrupt flag is set. A write may or may not have happened. */
    public static final String INTERRUPTED = "interrupted";

    /** Code: the end of an export is missing, because the connection was lost. */
    public static final String INCOMPLETE = "incomplete";

    /** Code of an answer that is not the server's, such as that of a proxy. */
    static final String FOREIGN = "foreign";

    /** An invalid value: a JSON Pointer into the request's body or the name of a parameter, and what is wrong with it. */
    public record FieldError(String pointer, String detail) {}

    private final int status;
    private final String code;
    private final transient List<FieldError> errors;

    CoppiceProblem(int status, String code, String detail, List<FieldError> errors) {
        super(detail);
        this.status = status;
        this.code = code;
        this.errors = errors;
    }

    CoppiceProblem(String code, String detail, Throwable cause) {
        this(0, code, detail, List.of());
        initCause(cause);
    }

    /** Returns the problem of an answer of the server. */
    static CoppiceProblem of(int status, String contentType, String body) {
        if (!isType(contentType)) {
            return new CoppiceProblem(status, FOREIGN, "Status " + status + ", and not by Coppice", List.of());
        }
        var problem = Json.of(body);
        var errors =
                problem.objects("errors", error -> new FieldError(error.string("pointer"), error.string("detail")));
        var code = Optional.ofNullable(problem.string("code")).orElse(FOREIGN);
        var detail = problem.string("detail");
        return code.equals(StaleLeaf.CODE)
                ? new StaleLeaf(status, detail, errors, problem.string("leafId"))
                : new CoppiceProblem(status, code, detail, errors);
    }

    static boolean isType(String contentType) {
        return contentType.startsWith("application/problem+json");
    }

    /** Returns the stable code, for example {@code session-not-found}. */
    public String code() {
        return code;
    }

    /** True if the problem has this code. */
    public boolean is(String other) {
        return code.equals(other);
    }

    /** Returns the HTTP status; 0 for a code of the client. */
    public int status() {
        return status;
    }

    /** Returns the invalid values; empty if the server named none. */
    public List<FieldError> errors() {
        return errors == null ? List.of() : errors;
    }

    /** Returns code and detail. */
    @Override
    public String toString() {
        return code + ": " + getMessage() + (errors().isEmpty() ? "" : " " + errors);
    }
}
