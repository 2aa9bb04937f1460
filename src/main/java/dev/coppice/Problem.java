package dev.coppice;

import jakarta.ejb.ApplicationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An error of a request, with a stable code. The client gets it as {@code application/problem+json} (RFC 9457). If an
 * EJB throws a problem, the transaction is rolled back. Java code that calls the EJB gets the problem itself, not
 * wrapped in an {@code EJBException}, and thus the same code as an HTTP client.
 */
@ApplicationException(rollback = true)
public class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Name of a member of a problem: the number of seconds after which the request may be repeated. Its value is also
     * sent as the header {@code Retry-After}.
     */
    public static final String RETRY_AFTER = "retryAfterSeconds";

    /**
     * The stable error codes, each with its HTTP status and title. The code in a response is the constant's name in
     * lower case with hyphens, unless the constant states another one. Several constants may have the same code.
     * Clients should test the code; titles and details may change.
     */
    public enum Code {
        MALFORMED(400, "The request is malformed"),
        UNKNOWN_FIELD(400, "The request contains an unknown field"),
        OUT_OF_RANGE(400, "A number is out of range"),
        BLANK_QUERY(400, "The search query has no words"),
        UNAUTHENTICATED(401, "A valid bearer token is required"),
        FORBIDDEN(403, "The token lacks the required scope"),
        SESSION_NOT_FOUND(404, "The session does not exist"),
        MESSAGE_NOT_FOUND(404, "The message does not exist"),
        UNKNOWN_PARENT(404, "The parent message does not exist"),
        AGENT_NOT_FOUND(404, "The agent does not exist"),
        BLOCK_NOT_FOUND(404, "The context block does not exist"),
        ENTRY_NOT_FOUND(404, "The entry does not exist"),
        VERSION_NOT_FOUND(404, "The version does not exist"),
        COMPACTION_NOT_FOUND(404, "The compaction does not exist"),
        VALUE_NOT_FOUND(404, "No value is stored under this key"),
        RUN_NOT_FOUND(404, "The run does not exist"),
        TOOL_NOT_FOUND(404, "The session does not have this tool"),
        PROFILE_NOT_FOUND(404, "The user has no profile"),
        TOKEN_NOT_FOUND(404, "The token does not exist"),
        TENANT_NOT_FOUND(404, "The tenant does not exist"),
        NO_SUCH_ROUTE(404, "The route does not exist"),
        METHOD_NOT_ALLOWED(405, "no-such-route", "The route does not support this method"),
        NOT_ACCEPTABLE(406, "no-such-route", "The route cannot answer in the requested format"),
        REQUEST_TIMEOUT(408, "The body did not arrive in time"),
        SESSION_EXISTS(409, "A session with this id already exists"),
        AGENT_FIXED(409, "The session has another agent"),
        SESSION_ENDED(409, "The session has ended"),
        MESSAGE_EXISTS(409, "A different message with this id already exists"),
        STALE_LEAF(409, "The leaf has changed"),
        BLOCK_EXISTS(409, "A context block with this label already exists"),
        BLOCK_READONLY(409, "The context block is read-only"),
        BLOCK_KEYED(409, "The context block consists of entries"),
        COMPACTION_CONFLICT(409, "The messages were changed during the compaction"),
        RUN_FINAL(409, "The run is already completed"),
        NO_USER(409, "The session has no user"),
        LAST_ADMIN_TOKEN(409, "The last administrator's token cannot be revoked"),
        NO_BACKUP(409, "The server writes no backups"),
        /**
         * 409 {@code busy}: the same work is in progress, or its data has changed meanwhile. Thrown by {@code
         * idempotency.IdempotencyStore} (same key), {@code backup.Backups} and package {@code memory}.
         */
        IN_PROGRESS(409, "busy", "The same work is already in progress"),
        EVENTS_GONE(410, "The events are no longer in the log"),
        STALE_VERSION(412, "The stored version does not meet the precondition"),
        TOO_LARGE(413, "The request is too large"),
        NOT_JSON(415, "The body must be JSON"),
        INVALID(422, "The request is invalid"),
        INVALID_ID(422, "An id is invalid"),
        RESERVED_ID(422, "The id is reserved"),
        INVALID_MESSAGE(422, "A message is invalid"),
        PARENT_ORDER(422, "A message precedes its parent"),
        INVALID_RANGE(422, "The range cannot be compacted"),
        BLOCK_TOO_LONG(422, "The content has too many tokens"),
        IDEMPOTENCY_MISMATCH(422, "The idempotency key was used for a different request"),
        APPEND_VETOED(422, "An extension refused the message"),
        RATE_LIMITED(429, "The tenant has used a quota"),
        INTERNAL(500, "internal", "Internal server error"),
        SUMMARIZER_FAILED(502, "The summary could not be made"),
        ANALYSIS_FAILED(502, "summarizer-failed", "The profile could not be made"),
        /**
         * 503 {@code busy}: thrown by {@code db.SessionQueue} (too many writers of a session, or a wait that is too
         * long), {@code db.DatabaseErrors} (lock timeout, or all retries failed), {@code http.MemoryBudget} (large
         * bodies), and {@code message.TreeReader} and {@code message.ChunkReader} (a session that changes while it is
         * read).
         */
        OVERLOADED(503, "busy", "Too many requests are waiting"),
        /** 503 {@code busy}: thrown by {@code feed.OpenStreams}. */
        STREAMS_FULL(503, "busy", "Too many event streams are open"),
        UNAVAILABLE(503, "The database is unavailable"),
        KEYS_UNAVAILABLE(503, "unavailable", "The OpenID provider is unavailable"),
        INDEX_UNAVAILABLE(503, "unavailable", "The search index is unavailable"),
        STORE_UNAVAILABLE(503, "unavailable", "The object store is unavailable"),
        BACKUP_UNAVAILABLE(503, "unavailable", "The backup cannot be written"),
        /** 503 {@code unavailable}: thrown for {@code llm.ChatFailure.Reason.STOPPED}. */
        STOPPING(503, "unavailable", "The server is stopping");

        private final int status;
        private final String code;
        private final String title;

        Code(int status, String title) {
            this.status = status;
            this.code = name().toLowerCase(Locale.ROOT).replace('_', '-');
            this.title = title;
        }

        Code(int status, String code, String title) {
            this.status = status;
            this.code = code;
            this.title = title;
        }

        public int status() {
            return status;
        }

        public String code() {
            return code;
        }

        public String title() {
            return title;
        }
    }

    /**
     * One invalid part of a request.
     *
     * @param pointer place of the part: a JSON pointer or the name of a parameter
     * @param detail what is wrong with the part
     */
    public record Detail(String pointer, String detail) {
        /**
         * Returns the pointer as a path: {@code items[0].id} for the JSON pointer {@code /items/0/id}. Empty if the
         * pointer points to the whole request.
         */
        public String path() {
            var path = new StringBuilder();
            for (var step : pointer.split("/")) {
                var name = step.replace("~1", "/").replace("~0", "~");
                if (name.matches("\\d+")) {
                    path.append('[').append(name).append(']');
                } else if (!name.isEmpty()) {
                    path.append(path.isEmpty() ? "" : ".").append(name);
                }
            }
            return path.toString();
        }
    }

    private final Code code;
    private final transient List<Detail> errors = new ArrayList<>();
    private final transient Map<String, Object> members = new LinkedHashMap<>();

    public Problem(Code code, String detail) {
        super(detail);
        this.code = code;
    }

    /**
     * Creates a problem whose list {@link #errors} has one element.
     *
     * @param pointer place of the invalid part of the request: a JSON pointer or the name of a parameter
     * @param detail what is wrong and what to send instead; used for the problem and for the element
     */
    public static Problem at(String pointer, Code code, String detail) {
        return new Problem(code, detail).error(pointer, detail);
    }

    /**
     * Adds an element to the list {@link #errors} and returns this problem.
     *
     * @param pointer place of the invalid part of the request: a JSON pointer or the name of a parameter
     * @param detail what is wrong with the part
     */
    public Problem error(String pointer, String detail) {
        errors.add(new Detail(pointer, detail));
        return this;
    }

    /** Returns a new problem 404 {@code session-not-found}: the session does not exist. */
    public static Problem noSession() {
        return new Problem(Code.SESSION_NOT_FOUND, "No session with this id exists in the namespace.");
    }

    /** Returns a new problem 404 {@code message-not-found}: the message does not exist. */
    public static Problem noMessage() {
        return new Problem(Code.MESSAGE_NOT_FOUND, "No message with this id exists in the session.");
    }

    /**
     * Adds a member with a text to the JSON of the error response, for example {@code leafId}, and returns this
     * problem. If the text is null, the member is JSON null.
     */
    public Problem with(String member, String value) {
        members.put(member, value);
        return this;
    }

    /** Adds a member with a number to the JSON of the error response and returns this problem. */
    public Problem with(String member, long number) {
        members.put(member, number);
        return this;
    }

    public Code code() {
        return code;
    }

    /** Returns the invalid parts of the request; empty if the problem is about no particular part. */
    public List<Detail> errors() {
        return List.copyOf(errors);
    }

    /**
     * Returns the additional members of the error response's JSON, by name. A value is a {@code String}, a {@code Long}
     * or null.
     */
    public Map<String, Object> members() {
        return members;
    }
}
