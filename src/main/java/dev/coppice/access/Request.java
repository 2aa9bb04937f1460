package dev.coppice.access;

import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.http.BodyReader;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotencyStore;
import dev.coppice.idempotency.IdempotentRequest;
import dev.coppice.idempotency.TransactionRetry;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.function.Supplier;

/**
 * The current request below {@code /v1}: its caller, headers and body. Also executes the request's work in a
 * transaction. {@link Authentication} sets the request once, because only resource classes can inject these values by
 * {@code @Context}.
 */
@RequestScoped
public class Request {
    @Inject
    private Caller caller;

    @Inject
    private BodyReader bodyReader;

    @Inject
    private TransactionRetry transactionRetry;

    @Inject
    private IdempotencyStore idempotencyStore;

    @Inject
    private Settings settings;

    private ContainerRequestContext context;

    void set(ContainerRequestContext context) {
        this.context = context;
    }

    /** Returns the tenant of the caller's token, which is the only source of a request's tenant. */
    public String tenant() {
        return caller.tenant();
    }

    /**
     * Returns the caller's bearer token. A response that continues for long, such as an event stream, uses it to detect
     * that the token was revoked.
     */
    public String token() {
        return Authentication.token(header(HttpHeaders.AUTHORIZATION));
    }

    /** Returns the URI of the request, with access to its path and query. */
    public UriInfo uri() {
        return context.getUriInfo();
    }

    /** Returns the values of a request header, joined by commas, or null if the request does not have it. */
    public String header(String name) {
        return context.getHeaderString(name);
    }

    /**
     * Returns the condition in the headers {@code If-Match} and {@code If-None-Match}; throws 400 {@code malformed} if
     * one is invalid.
     */
    public Precondition precondition() {
        return Precondition.of(header(HttpHeaders.IF_MATCH), header(HttpHeaders.IF_NONE_MATCH));
    }

    /**
     * Reads the request's body, which contains no messages; throws 413 {@code too-large} above
     * {@code coppice.envelope.max-bytes}.
     */
    public byte[] body(InputStream stream) {
        return body(stream, settings.envelopeMaxBytes());
    }

    /** Reads the request's body; throws 413 {@code too-large} above {@code limit} bytes. */
    public byte[] body(InputStream stream, int limit) {
        return bodyReader.read(stream, header(HttpHeaders.CONTENT_LENGTH), limit);
    }

    /**
     * Reserves memory for a response that is built in memory; throws 503 {@code busy} if not enough memory becomes free
     * within {@code coppice.session.queue-wait}.
     */
    public void reserveMemory(long bytes) {
        bodyReader.reserveMemory(bytes);
    }

    /**
     * Reads a body that may be missing; then returns an empty array. Throws 415 {@code not-json} if it has a media type
     * other than JSON, and 413 {@code too-large} above {@code coppice.envelope.max-bytes}.
     */
    public byte[] optionalBody(InputStream stream) {
        return optionalBody(stream, settings.envelopeMaxBytes());
    }

    /**
     * Like {@link #optionalBody(InputStream)}, but {@code limit}, in bytes, replaces
     * {@code coppice.envelope.max-bytes}.
     */
    public byte[] optionalBody(InputStream stream, int limit) {
        var body = body(stream, limit);
        BodyReader.checkJson(body, context.getMediaType());
        return body;
    }

    /** Reads the body of a route that needs none; throws 400 unless it is missing or an empty JSON object. */
    public byte[] emptyBody(InputStream stream) {
        var body = body(stream);
        BodyReader.checkEmpty(body);
        return body;
    }

    /** Executes a write that changes no session, for example of an agent, in a transaction. */
    public Response write(Supplier<Answer> work) {
        return write(null, work);
    }

    /**
     * Executes a PUT, PATCH or DELETE in a transaction. These methods are idempotent, so no idempotency key is used.
     *
     * @param session key of the session to which the request writes, or null
     */
    public Response write(String session, Supplier<Answer> work) {
        return transactionRetry.run(IdempotentRequest.of(session), work);
    }

    /**
     * Executes a POST that writes to a session, in a transaction. A repeated request with the same idempotency key gets
     * the stored response.
     *
     * @param session key of the session
     */
    public Response post(String session, byte[] body, Supplier<Answer> work) {
        return transactionRetry.run(idempotentPost(session, body), work);
    }

    /**
     * Executes a slow POST without a transaction; then stores the response under the idempotency key, if the client
     * sent one. Two concurrent requests with the same key may both do the work, but both get the same response.
     */
    public Response slowPost(String session, byte[] body, Supplier<Answer> work) {
        var idempotent = idempotentPost(session, body);
        var stored = idempotencyStore.find(idempotent);
        if (stored.isPresent()) {
            return stored.get().toResponse();
        }
        var answer = work.get();
        return idempotent.key() == null ? answer.toResponse() : transactionRetry.run(idempotent, () -> answer);
    }

    /**
     * Executes a POST to a session that creates another session. Like {@link #post(String, byte[], Supplier)}, but the
     * stored response is deleted together with the created session.
     *
     * @param created key of the created session
     */
    public Response post(String session, String created, byte[] body, Supplier<Answer> work) {
        return transactionRetry.run(idempotentPost(session, body).creating(created), work);
    }

    /** Returns the idempotency key and the fingerprint of a POST, by which a repeated request is recognized. */
    public IdempotentRequest idempotentPost(String session, byte[] body) {
        return IdempotentRequest.post(
                session, tenant(), uri(), context.getHeaders().get(IdempotentRequest.HEADER), body);
    }
}
