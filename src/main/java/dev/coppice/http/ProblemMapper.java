package dev.coppice.http;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.DatabaseErrors;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Maps exceptions to error responses. An unexpected exception becomes 500 {@code internal}. It is logged with a random
 * error id, and the response contains the same id. Neither the log line nor the response contains texts of messages.
 */
@Provider
public class ProblemMapper implements ExceptionMapper<Throwable> {
    public static final MediaType TYPE = new MediaType("application", "problem+json");

    private static final Logger LOG = Logger.getLogger(ProblemMapper.class.getName());
    private static final int RETRY_AFTER_SECONDS = 1;

    @Override
    public Response toResponse(Throwable failure) {
        if (failure instanceof WebApplicationException web) {
            return framework(web);
        }
        return toResponse(problem(failure));
    }

    /**
     * Converts the failure of a request to a problem. An unexpected failure is logged with a random error id, and
     * becomes 500 {@code internal} with the id in its detail.
     */
    public static Problem problem(Throwable failure) {
        var problem = DatabaseErrors.problem(failure);
        if (problem != null) {
            return problem;
        }
        var id = UUID.randomUUID();
        LOG.log(Level.SEVERE, "Request failed, error " + id, failure);
        return new Problem(
                Code.INTERNAL, "An unexpected error occurred; the server log contains it with the id " + id + ".");
    }

    /**
     * Converts the failure of a request to a problem, as {@link #problem} does. In addition, logs a problem with a
     * status of 500 or above with a random error id, and adds the id to the problem's detail. An outage of the database
     * is logged without an id, a stop of the server not at all. For failures that are reported within a response of
     * another status, for example by MCP or while an import sends its progress.
     */
    public static Problem loggedProblem(Throwable failure) {
        var problem = problem(failure);
        var code = problem.code();
        if (code.status() < 500 || code == Code.INTERNAL || code == Code.STOPPING) {
            return problem;
        }
        if (code == Code.UNAVAILABLE) {
            // Of the lines about an outage of the database, the log gets one a minute: an id might be in none of them.
            LOG.log(Level.WARNING, "Request failed with UNAVAILABLE", failure);
            return problem;
        }
        var id = UUID.randomUUID();
        LOG.log(Level.WARNING, "Request failed with " + code + ", error " + id, failure);
        return new Problem(code, problem.getMessage() + " The server log contains it with the id " + id + ".");
    }

    /**
     * Returns the error response for a problem, with {@code WWW-Authenticate} for 401, and with {@code Retry-After} for
     * 503, 429 and 409 {@code busy}.
     */
    public static Response toResponse(Problem problem) {
        var code = problem.code();
        var response = Response.status(code.status()).type(TYPE).entity(new ProblemBody(problem));
        if (code == Code.UNAUTHENTICATED) {
            response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        if (problem.members().get(Problem.RETRY_AFTER) instanceof Long seconds) {
            response.header(HttpHeaders.RETRY_AFTER, seconds);
        } else if (code.status() == 503 || code == Code.IN_PROGRESS) {
            response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return response.build();
    }

    /** Returns the problem of a path that no route matches. */
    static Problem noSuchRoute() {
        return new Problem(
                Code.NO_SUCH_ROUTE, "No route matches this path. The OpenAPI document at /openapi lists all routes.");
    }

    /** Returns the problem of a request that cannot be read, for example because a header is malformed. */
    static Problem malformed() {
        return new Problem(Code.MALFORMED, "The request cannot be read. Check its path, headers and body.");
    }

    /**
     * Returns the error response for an exception that JAX-RS itself throws, for example if no route matches the path,
     * or if the route does not support the method or the media type. If the exception has a status of 500 or above, the
     * response is 500 {@code internal}.
     */
    private static Response framework(WebApplicationException e) {
        var original = e.getResponse();
        var problem =
                switch (original.getStatus()) {
                    case 404 -> noSuchRoute();
                    case 405 -> new Problem(
                            Code.METHOD_NOT_ALLOWED, "The header Allow lists the methods of this route.");
                    case 406 -> new Problem(
                            Code.NOT_ACCEPTABLE,
                            "Send an Accept header with a format of this route, or none. Most routes answer application/json.");
                    case 415 -> new Problem(Code.NOT_JSON, "Send the body as application/json.");
                    case 413 -> new Problem(Code.TOO_LARGE, "The body is too large.");
                    default -> original.getStatus() < 500 ? malformed() : null;
                };
        if (problem == null) {
            LOG.log(Level.SEVERE, "Request failed", e);
            problem = new Problem(Code.INTERNAL, "An unexpected error occurred; see the server log.");
        }
        var response = Response.fromResponse(toResponse(problem));
        var allow = original.getHeaderString(HttpHeaders.ALLOW);
        return allow == null
                ? response.build()
                : response.header(HttpHeaders.ALLOW, allow).build();
    }
}
