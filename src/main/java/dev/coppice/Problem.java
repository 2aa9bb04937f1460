package dev.coppice;

import jakarta.ejb.ApplicationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A refusal with a stable code, answered as {@code application/problem+json} (RFC 9457). Thrown from an EJB it rolls
 * the transaction back and reaches the caller as it is, so that Java callers and HTTP clients see the same contract.
 */
@ApplicationException(rollback = true)
public class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The stable codes, their status and their title. A client switches on the code, never on the words. */
    public enum Code {
        MALFORMED(400, "The request is not well-formed"),
        UNKNOWN_FIELD(400, "A field is not known here"),
        OUT_OF_RANGE(400, "A number is out of range"),
        BLANK_QUERY(400, "The query has no words"),
        UNAUTHENTICATED(401, "A valid bearer token is needed"),
        FORBIDDEN(403, "The token lacks the scope"),
        SESSION_NOT_FOUND(404, "There is no such session"),
        MESSAGE_NOT_FOUND(404, "There is no such message"),
        UNKNOWN_PARENT(404, "The parent message does not exist"),
        AGENT_NOT_FOUND(404, "There is no such agent"),
        BLOCK_NOT_FOUND(404, "There is no such context block"),
        ENTRY_NOT_FOUND(404, "There is no such entry"),
        VERSION_NOT_FOUND(404, "There is no such version"),
        COMPACTION_NOT_FOUND(404, "There is no such compaction"),
        VALUE_NOT_FOUND(404, "Nothing is kept under this key"),
        RUN_NOT_FOUND(404, "There is no such run"),
        TOOL_NOT_FOUND(404, "The session has no such tool"),
        PROFILE_NOT_FOUND(404, "The user has no profile"),
        TOKEN_NOT_FOUND(404, "There is no such token"),
        NO_SUCH_ROUTE(404, "There is no such route"),
        METHOD_NOT_ALLOWED(405, "no-such-route", "The route does not know this method"),
        NOT_ACCEPTABLE(406, "no-such-route", "The route does not answer in that format"),
        SESSION_EXISTS(409, "A session of this id exists"),
        SESSION_ENDED(409, "The session has ended"),
        MESSAGE_EXISTS(409, "Another message has this id"),
        STALE_LEAF(409, "The leaf has moved"),
        BLOCK_EXISTS(409, "A context block of this label exists"),
        BLOCK_READONLY(409, "The context block cannot be written"),
        BLOCK_KEYED(409, "The context block has entries"),
        COMPACTION_CONFLICT(409, "The messages have been changed meanwhile"),
        RUN_FINAL(409, "The run has been completed"),
        NO_USER(409, "The session has no user"),
        BUSY(409, "The same request is being worked on"),
        EVENTS_GONE(410, "The events are no longer in the log"),
        STALE_VERSION(412, "The version has moved"),
        TOO_LARGE(413, "The request is too large"),
        NOT_JSON(415, "The body must be JSON"),
        INVALID(422, "The request cannot be carried out"),
        INVALID_ID(422, "An id is not valid"),
        RESERVED_ID(422, "The id is reserved"),
        INVALID_MESSAGE(422, "A message is not valid"),
        INVALID_RANGE(422, "The range cannot be compacted"),
        BLOCK_TOO_LONG(422, "The content has too many tokens"),
        IDEMPOTENCY_MISMATCH(422, "The idempotency key was used for another request"),
        APPEND_VETOED(422, "The message was refused"),
        INTERNAL(500, "internal", "The server failed"),
        SUMMARIZER_FAILED(502, "No summary could be made"),
        ANALYSIS_FAILED(502, "summarizer-failed", "No profile could be made"),
        OVERLOADED(503, "busy", "Too many requests wait for this session"),
        STREAMS_FULL(503, "busy", "Too many streams are open"),
        UNAVAILABLE(503, "The database cannot be reached"),
        INDEX_UNAVAILABLE(503, "unavailable", "The search index cannot be read"),
        STORE_UNAVAILABLE(503, "unavailable", "The object store cannot be reached");

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

    /** One thing that is wrong in a body: where (a JSON pointer) and what. */
    public record Detail(String pointer, String detail) {}

    private final Code code;
    private final transient List<Detail> errors = new ArrayList<>();
    private final transient Map<String, Object> members = new LinkedHashMap<>();

    public Problem(Code code, String detail) {
        super(detail);
        this.code = code;
    }

    /** Points at the part of the body that is wrong. */
    public static Problem at(String pointer, Code code, String detail) {
        var problem = new Problem(code, detail);
        problem.errors.add(new Detail(pointer, detail));
        return problem;
    }

    public static Problem noSession() {
        return new Problem(Code.SESSION_NOT_FOUND, "No session of this id exists in the namespace.");
    }

    public static Problem noMessage() {
        return new Problem(Code.MESSAGE_NOT_FOUND, "No message of this id exists in the session.");
    }

    /** Adds a member of its own to the answer, for example {@code leafId}; a null is answered as such. */
    public Problem with(String member, String value) {
        members.put(member, value);
        return this;
    }

    /** Adds a number of its own to the answer. */
    public Problem with(String member, long number) {
        members.put(member, number);
        return this;
    }

    public Code code() {
        return code;
    }

    public List<Detail> errors() {
        return List.copyOf(errors);
    }

    public Map<String, Object> members() {
        return members;
    }
}
